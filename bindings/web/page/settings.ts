// Settings of the user, stored in this browser.

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

/** Changes settings and stores them. */
export function keepSettings(change: Partial<Settings>): void {
  Object.assign(settings, change);
  write(KEPT, settings);
}

/** The piece style that the user prefers to that of the definition, if any. */
export function pieceStyle(): PieceStyle | undefined {
  return settings.pieces === "game" ? undefined : settings.pieces;
}

/** A stored value; `otherwise` if storage is not available. */
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
    // If storage is missing or full, the page starts anew next time.
  }
}
