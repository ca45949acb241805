"use client";

/** Shown when even the frame of the pages failed, so it has its own and needs no style sheet. */
export default function FrameError() {
  return (
    <html lang="en" style={{ colorScheme: "light dark", font: "1.125rem/1.5 system-ui, sans-serif" }}>
      <body>
        <main style={{ maxWidth: "34rem", margin: "15vh auto", padding: "0 1rem" }}>
          <h1>Something went wrong</h1>
          <p>It is our fault, not yours. Please load the page again in a moment.</p>
          <button type="button" style={{ font: "inherit", padding: "0.6rem 1rem" }} onClick={() => location.reload()}>
            Load the page again
          </button>
        </main>
      </body>
    </html>
  );
}
