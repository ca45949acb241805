"use client";

/** Shown when even the frame of the pages could not be rendered, so it has its own frame and needs no style sheet. */
export default function FrameError() {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>Something went wrong</h1>
          <p>It is our fault, not yours. Please load the page again in a moment.</p>
        </main>
      </body>
    </html>
  );
}
