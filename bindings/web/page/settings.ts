// Settings of a reader, kept in this browser.

import type { PieceStyle, Theme } from "./types";

export interface Settings {
  /** `system` follows the system. */
  theme: Theme | "system";
  language: string;
  sound: boolean;
  motion: boolean;
  /** `game` is the style of the definition. */
  pieces: PieceStyle | "game";
  level: string;
  white: string;
  black: string;
  /** Whether the list of findings is open. */
  strip: boolean;
}

const KEPT = "ferz-settings";

const USUAL: Settings = {
  theme: "system",
  language: "",
  sound: true,
  motion: true,
  pieces: "game",
  level: "4",
  white: "you",
  black: "engine",
  strip: true,
};

export const settings: Settings = { ...USUAL, ...read<Partial<Settings>>(KEPT, {}) };

/** Changes settings, and keeps them. */
export function keepSettings(change: Partial<Settings>): void {
  Object.assign(settings, change);
  write(KEPT, settings);
}

/** The style of pieces that the reader wants, unless it is that of the definition. */
export function pieceStyle(): PieceStyle | undefined {
  return settings.pieces === "game" ? undefined : settings.pieces;
}

/** Something that this browser keeps; `otherwise` without a store. */
export function read<T>(key: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without a store, or with a full one, the page begins anew next time.
  }
}
