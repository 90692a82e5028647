// The evaluation files, which the build makes into modules, so that a search loads only that of its game.

export const evaluations: Record<string, () => Promise<{ default: string }>>;
