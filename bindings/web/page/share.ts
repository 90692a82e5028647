// URLs of the page: a face, a definition and a game after #, which is never sent to a server.

import type { Side, Theme } from "./types";

/** A definition and a game of it. */
export interface Shared {
  text: string;
  variant?: string;
  query?: string;
  fen?: string;
  moves?: string[];
}

/** The face of the page: the board first, the board alone, or the definition and the board. */
export type Face = "play" | "embed" | "design";

/** The parts of a URL. */
export interface Address {
  face: Face;
  shared?: Shared;
  /** The name of a built-in game. */
  game?: string;
  at: Omit<Shared, "text">;
  /** Whether the URL contains a definition that cannot be read. */
  isBroken: boolean;
  side?: Side;
  theme?: Theme;
  level?: string;
  /** Whether two people play and one has passed the move on. */
  isForTwo: boolean;
}

/** The parts of a URL in addition to the game. */
export interface Manner {
  face?: Face;
  side?: Side;
  theme?: Theme;
  level?: string;
  isForTwo?: boolean;
}

/** Longer URLs are truncated by programs that forward them. */
export const LONG = 8192;

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream) {
  const piped = new Blob([bytes as BlobPart]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** A text as a quoted value of a definition. */
export function quoted(text: string): string {
  return text.includes("'") ? JSON.stringify(text) : `'${text}'`;
}

export async function toHash(shared: Shared, manner: Manner = {}): Promise<string> {
  const bytes = new TextEncoder().encode(shared.text);
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  const parts = [];
  if (manner.face === "embed") parts.push("embed");
  if (manner.face === "design") parts.push("design");
  parts.push("d=" + btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, ""));
  const values: Record<string, string | undefined> = {
    v: shared.variant,
    q: shared.query,
    f: shared.fen,
    m: shared.moves?.join(" "),
    side: manner.side,
    theme: manner.theme,
    level: manner.level,
    two: manner.isForTwo ? "1" : undefined,
  };
  for (const [name, value] of Object.entries(values)) if (value) parts.push(`${name}=${encodeURIComponent(value)}`);
  return "#" + parts.join("&");
}

/** The maximum uncompressed size of a shared definition. */
const MOST = 1 << 20;

async function unpackedText(packed: string): Promise<string> {
  const binary = atob(packed.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST) throw new Error("the definition in the address is too long");
  }
  return text + decoder.decode();
}

/** The face that a URL selects, without reading its definition. */
export function faceOf(hash: string): Face {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (parts.has("embed")) return "embed";
  return parts.has("design") || !(parts.has("d") || parts.has("g")) ? "design" : "play";
}

export async function fromHash(hash: string): Promise<Address> {
  const parts = new URLSearchParams(hash.replace(/^#/, "").replace(/\+/g, "%2B"));
  const one = <T extends string>(name: string, values: readonly T[]) => values.find((value) => value === parts.get(name));
  const address: Address = {
    face: faceOf(hash),
    isBroken: false,
    at: {
      variant: parts.get("v") ?? undefined,
      query: parts.get("q") ?? undefined,
      fen: parts.get("f") ?? undefined,
      moves: parts.get("m")?.split(" ").filter(Boolean),
    },
    side: one("side", ["white", "black"]),
    theme: one("theme", ["light", "dark"]),
    level: /^[1-8]$/.exec(parts.get("level") ?? "")?.[0],
    isForTwo: parts.get("two") === "1",
  };
  const [packed, game] = [parts.get("d"), parts.get("g")];
  if (packed === null && game === null) return address;
  try {
    if (packed !== null) address.shared = { text: await unpackedText(packed), ...address.at };
    // An invalid name cannot become another key of the definition.
    else if (/^[\w-]{1,80}$/.test(game!)) address.game = game!;
    else throw new Error("no name of a game");
  } catch {
    address.isBroken = true;
  }
  return address;
}
