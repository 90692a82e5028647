// A worker that writes one animation as a GIF file: takes its size, its pictures one after the other, and the
// request for the file.

import { Encoder } from "modern-gif";

const scope = self as unknown as { postMessage(message: unknown): void; onmessage: ((event: MessageEvent) => void) | null };
let encoder: Encoder;

scope.onmessage = async (event: MessageEvent) => {
  const { size, frame } = event.data as { size?: { width: number; height: number }; frame?: { data: Uint8ClampedArray; delay: number } };
  try {
    if (size) encoder = new Encoder({ ...size, looped: true });
    else if (frame) await encoder.encode(frame as { data: Uint8ClampedArray<ArrayBuffer>; delay: number });
    else scope.postMessage({ file: await encoder.flush("blob") });
  } catch (error) {
    scope.postMessage({ broken: String(error) });
  }
};
