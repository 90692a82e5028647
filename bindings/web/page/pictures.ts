// Exports pictures as PNG and animated PNG files, made in the browser.

import { Refused } from "./client";
import { h, pictureUrl } from "./dom";
import { t } from "./language";

/** The pixels per unit of the picture. */
const SCALE = 2;
/** The display times of the pictures of an animation and of its last picture, in milliseconds. */
const [EACH, LAST] = [1000, 4000];
/** The maximum number of pictures in an animation, and of their pixels, as in the library. */
const [MOST, MOST_PIXELS] = [1000, 2 ** 30];

/** Draws a picture on a canvas. */
async function drawn(svg: string): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = pictureUrl(svg);
  await image.decode();
  const canvas = h("canvas");
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext("2d", { willReadFrequently: true })!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A picture as a PNG. */
export async function png(svg: string): Promise<Blob> {
  const canvas = await drawn(svg);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

/** Big-endian integers of the given sizes in bytes, as in PNG files. */
function numbers(...all: [number, 1 | 2 | 4][]): Uint8Array {
  return Uint8Array.from(all.flatMap(([value, size]) => [24, 16, 8, 0].slice(4 - size).map((shift) => (value >>> shift) & 255)));
}

const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** A PNG chunk: length, type, content and checksum. */
function chunk(type: string, ...parts: Uint8Array[]): Uint8Array[] {
  const body = [new TextEncoder().encode(type), ...parts];
  let crc = 0xffffffff;
  for (const part of body) for (const byte of part) crc = CRCS[(crc ^ byte) & 255]! ^ (crc >>> 8);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [numbers([length, 4]), ...body, numbers([~crc >>> 0, 4])];
}

interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The smallest rectangle that contains all differences of two pictures; one pixel if they are equal. */
function changed(before: ImageData, after: ImageData): Area {
  const { width, height } = after;
  const [old, now] = [before, after].map((one) => new Uint32Array(one.data.buffer)) as [Uint32Array, Uint32Array];
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (old[y * width + x] === now[y * width + x]) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), y];
    }
  }
  return top === height ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** The colors in a rectangle, compressed as in PNG files. */
async function packed(picture: ImageData, area: Area): Promise<Uint8Array> {
  const lines = new Uint8Array(area.height * (1 + 3 * area.width));
  let at = 0;
  for (let y = area.y; y < area.y + area.height; y += 1) {
    // Each line begins with its filter type; 0 is no filter.
    at += 1;
    for (let x = area.x; x < area.x + area.width; x += 1) {
      const from = 4 * (y * picture.width + x);
      lines.set(picture.data.subarray(from, from + 3), at);
      at += 3;
    }
  }
  const stream = new Blob([lines]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function refuse(message: string): never {
  throw new Refused({ code: null, message, help: null });
}

/** Pictures of equal size without transparent parts as an animated PNG that repeats forever. */
export async function animatedPng(svgs: string[]): Promise<Blob> {
  if (svgs.length > MOST) refuse(t("an animation has at most {n} positions", { n: MOST }));
  const parts: Uint8Array[] = [];
  let before: ImageData | undefined;
  let sequence = 0;
  for (const [index, svg] of svgs.entries()) {
    const canvas = await drawn(svg);
    const { width, height } = canvas;
    if (svgs.length * width * height > MOST_PIXELS) refuse(t("the game is too long for a board of this size"));
    const picture = canvas.getContext("2d")!.getImageData(0, 0, width, height);
    const area = before ? changed(before, picture) : { x: 0, y: 0, width, height };
    if (!before) {
      parts.push(Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10));
      parts.push(...chunk("IHDR", numbers([width, 4], [height, 4], [8, 1], [2, 1], [0, 1], [0, 1], [0, 1])));
      parts.push(...chunk("acTL", numbers([svgs.length, 4], [0, 4])));
    }
    const time = index + 1 < svgs.length ? EACH : LAST;
    const place = numbers([area.width, 4], [area.height, 4], [area.x, 4], [area.y, 4]);
    parts.push(...chunk("fcTL", numbers([sequence++, 4]), place, numbers([time, 2], [1000, 2], [0, 1], [0, 1])));
    const colors = await packed(picture, area);
    parts.push(...(before ? chunk("fdAT", numbers([sequence++, 4]), colors) : chunk("IDAT", colors)));
    before = picture;
  }
  parts.push(...chunk("IEND"));
  return new Blob(parts as BlobPart[], { type: "image/png" });
}
