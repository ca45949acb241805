// Stands in for lib/pets/photos/converter.mjs in suites that are not about pictures: each of them is the photo itself.
const photo = Buffer.concat(await process.stdin.toArray());
const sizes = Array(5).fill(photo.length);
process.stdout.write(
  Buffer.concat([Buffer.from(`${JSON.stringify({ width: 4, height: 3, sizes })}\n`), ...Array(5).fill(photo)]),
);
