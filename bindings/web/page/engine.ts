// The engine, in a worker of its own. A search ends when the worker ends, so nobody has to wait for it.

import { Client, Restarted } from "./library";
import type { EngineLine, Thought } from "./types";

/** A game as the engine needs it. */
export interface Task {
  text: string;
  variant?: string;
  query?: string;
  fen?: string;
  moves: string[];
}

export interface Strength {
  time: number;
  skill?: number;
  lines?: number;
}

/** How strong a level is, from 1 to 8. */
export function level(number: number): Strength {
  const skills = [0, 2, 5, 8, 11, 14, 17, 20];
  const times = [100, 150, 250, 400, 600, 900, 1500, 3000];
  const index = Math.min(Math.max(Math.round(number), 1), 8) - 1;
  return { skill: skills[index]!, time: times[index]! };
}

export class Engine {
  private client = new Client(() => Infinity);
  private lines = new Map<number, EngineLine>();
  private running = false;
  private turn = 0;
  onlines: ((lines: EngineLine[]) => void) | undefined;

  constructor() {
    this.client.onreport = (report) => {
      const { line } = report as { line?: EngineLine };
      if (!line) return;
      this.lines.set(line.rank, line);
      this.onlines?.(this.found());
    };
  }

  /** The lines that were found so far, best first. */
  found(): EngineLine[] {
    return [...this.lines.values()].sort((a, b) => a.rank - b.rank);
  }

  get isRunning(): boolean {
    return this.running;
  }

  /** Searches; a search that is stopped gives what it has found. */
  async think(task: Task, strength: Strength): Promise<Thought> {
    if (this.running) this.stop();
    const turn = ++this.turn;
    this.lines.clear();
    this.running = true;
    try {
      // A search that does not end long after its time is over has broken down.
      const patience = Number.isFinite(strength.time) ? strength.time * 2 + 10_000 : Infinity;
      const time = Number.isFinite(strength.time) ? strength.time : undefined;
      return await this.client.ask<Thought>({ op: "think", ...task, ...strength, time }, patience);
    } catch (error) {
      if (!(error instanceof Restarted)) throw error;
      // The lines are those of the search that came behind it, if there is one.
      const lines = turn === this.turn ? this.found() : [];
      return { best: lines[0]?.moves ?? null, lines, nodes: 0, time: 0 };
    } finally {
      if (turn === this.turn) this.running = false;
    }
  }

  /** Gives the worker up. */
  end(): void {
    this.client.stop();
  }

  stop(): void {
    if (this.running) this.client.stop();
  }
}
