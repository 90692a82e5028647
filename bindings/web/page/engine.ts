// The engine, in a worker of its own. It keeps what it has seen for the next search.

import { Client, Restarted, type Start } from "./client";
import type { EngineLine, Thought } from "./types";

/** A game as the engine needs it. */
export interface Task {
  text?: string;
  variant?: string;
  query?: string;
  fen?: string;
  moves: string[];
}

export interface Strength {
  time: number;
  depth?: number;
  nodes?: number;
  skill?: number;
  lines?: number;
}

/** The nodes that a search has visited, and its milliseconds. */
export interface Effort {
  nodes: number;
  time: number;
}

/** The names of the levels from 1 to 8. */
export const LEVELS = /* translated */ ["beginner", "novice", "casual", "club", "strong", "expert", "master", "full"];

/** How strong a level is, from 1 to 8. */
export function level(number: number): Strength {
  const skills = [0, 3, 6, 9, 12, 15, 18, 20];
  const times = [100, 150, 250, 400, 600, 900, 1500, 3000];
  const index = Math.min(Math.max(Math.round(number), 1), 8) - 1;
  return { skill: skills[index]!, time: times[index]! };
}

/** Milliseconds between two slices of a search; the first one has to make the tables of the variant. */
const SILENCE = 15_000;

export class Engine {
  private readonly client: Client;
  private lines = new Map<number, EngineLine>();
  /** The number of the last question, and of the one that is searched. */
  private turn = 0;
  private searched = 0;
  private running = false;
  /** The question that is to be answered at once when it is asked. */
  private hasty = 0;
  /** Ends with the last search. */
  private last: Promise<unknown> = Promise.resolve();
  onlines: ((lines: EngineLine[], effort: Effort) => void) | undefined;

  constructor(start: Start) {
    this.client = new Client(() => SILENCE, start);
    this.client.onreport = (report) => {
      const { line, nodes, time } = report as { line?: EngineLine; nodes: number; time: number };
      if (!line || this.searched !== this.turn) return;
      this.lines.set(line.rank, line);
      this.onlines?.(this.found(), { nodes, time });
    };
  }

  /** The lines that were found so far, best first. */
  found(): EngineLine[] {
    return [...this.lines.values()].sort((a, b) => a.rank - b.rank);
  }

  get isRunning(): boolean {
    return this.running;
  }

  /** Searches. A search that is stopped gives what it has found; one whose place another takes, nothing. */
  think(task: Task, strength: Strength): Promise<Thought> {
    this.drop();
    const turn = this.turn;
    this.running = true;
    const thought = this.last.then(() => this.search(turn, task, strength));
    this.last = thought.catch(() => {});
    return thought;
  }

  private async search(turn: number, task: Task, strength: Strength): Promise<Thought> {
    const nothing = { best: null, lines: [], nodes: 0, time: 0 };
    if (turn !== this.turn) return nothing;
    this.searched = turn;
    this.lines.clear();
    try {
      const time = Number.isFinite(strength.time) ? strength.time : undefined;
      const asked = this.client.ask<Thought>({ op: "think", ...task, ...strength, time, slice: 1 });
      if (this.hasty === turn) this.client.hurry();
      const thought = await asked;
      return turn === this.turn ? thought : nothing;
    } catch (error) {
      if (!(error instanceof Restarted)) throw error;
      // It hung; what it has told counts.
      const lines = turn === this.turn ? this.found() : [];
      return { ...nothing, best: lines[0]?.moves ?? null, lines };
    } finally {
      if (turn === this.turn) this.running = false;
    }
  }

  /** Ends the search soon, with what it has found. */
  stop(): void {
    if (!this.running) return;
    if (this.searched === this.turn) this.client.hurry();
    else this.hasty = this.turn;
  }

  /** Ends the worker; another search begins another one. */
  close(): void {
    this.drop();
    this.client.close();
  }

  /** Ends the search; what it has found is not wanted. */
  drop(): void {
    this.turn += 1;
    if (this.running) this.client.hurry();
    this.running = false;
  }
}
