// A definition and a game as the part of an address behind #, which no server ever sees.

export interface Shared {
  text: string;
  variant?: string;
  query?: string;
  fen?: string;
  moves?: string[];
}

/** Longer addresses are cut by programs that pass them on. */
export const LONG = 8192;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream) {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

export async function toHash(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(shared.text);
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  const parts = ["d=" + btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")];
  if (shared.variant) parts.push("v=" + encodeURIComponent(shared.variant));
  if (shared.query) parts.push("q=" + encodeURIComponent(shared.query));
  if (shared.fen) parts.push("f=" + encodeURIComponent(shared.fen));
  if (shared.moves?.length) parts.push("m=" + encodeURIComponent(shared.moves.join(" ")));
  return "#" + parts.join("&");
}

/** The most that a shared definition may unpack to. */
const MOST = 1 << 20;

export async function fromHash(hash: string): Promise<Shared | undefined> {
  const parts = new URLSearchParams(hash.replace(/^#/, "").replace(/\+/g, "%2B"));
  const packed = parts.get("d");
  if (!packed) return undefined;
  const binary = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST) throw new Error("the definition in the address is too long");
  }
  return {
    text: text + decoder.decode(),
    variant: parts.get("v") ?? undefined,
    query: parts.get("q") ?? undefined,
    fen: parts.get("f") ?? undefined,
    moves: parts.get("m")?.split(" ").filter(Boolean),
  };
}
