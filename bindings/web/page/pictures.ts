// Exports pictures as PNG and GIF files, made in the browser.

import { Refused } from "./client";
import { h, pictureUrl } from "./dom";
import { t } from "./language";

/** The pixels per unit of the picture. */
const SCALE = 2;
/** The display times of the pictures of an animation and of its last picture, in milliseconds. */
const [EACH, LAST] = [1000, 4000];
/** The maximum number of pictures in an animation, as in the library, and of their pixels: the writer stores all of them. */
const [MOST, MOST_PIXELS] = [1000, 2 ** 27];

/** Draws a picture on a canvas. */
async function drawn(svg: string, scale = SCALE): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = pictureUrl(svg);
  await image.decode();
  const canvas = h("canvas");
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  canvas.getContext("2d", { willReadFrequently: true })!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** A picture as a PNG. */
export async function png(svg: string): Promise<Blob> {
  const canvas = await drawn(svg);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}

function refuse(message: string): never {
  throw new Refused({ code: null, message, help: null });
}

/** Pictures of equal size as a GIF file that repeats forever. */
export async function animatedGif(svgs: string[]): Promise<Blob> {
  if (svgs.length > MOST) refuse(t("an animation has at most {n} positions", { n: MOST }));
  const first = await drawn(svgs[0]!, 1);
  const scale = svgs.length * first.width * first.height * SCALE ** 2 > MOST_PIXELS ? 1 : SCALE;
  const [width, height] = [first.width * scale, first.height * scale];
  if (svgs.length * width * height > MOST_PIXELS) refuse(t("the game is too long for a board of this size"));
  const writer = new Worker("gif.js");
  try {
    writer.postMessage({ size: { width, height } });
    for (const [index, svg] of svgs.entries()) {
      const { data } = (await drawn(svg, scale)).getContext("2d")!.getImageData(0, 0, width, height);
      writer.postMessage({ frame: { data, delay: index + 1 < svgs.length ? EACH : LAST } }, [data.buffer]);
    }
    return await new Promise((resolve, reject) => {
      writer.onmessage = ({ data }) => (data.file ? resolve(data.file) : reject(new Error(data.broken)));
      writer.onerror = () => reject(new Error("no animation"));
      writer.postMessage({});
    });
  } finally {
    writer.terminate();
  }
}
