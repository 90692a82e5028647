// Two short synthesized sounds: a move and a capture.

let context: AudioContext | undefined;

/** Whether sounds are on. */
export const sound = { isOn: true };

/** Plays the sound of a move or a capture. */
export function play(kind: "move" | "capture"): void {
  if (!sound.isOn || !navigator.userActivation?.hasBeenActive) return;
  try {
    context ??= new AudioContext();
    const now = context.currentTime;
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = kind === "move" ? "sine" : "triangle";
    tone.frequency.setValueAtTime(kind === "move" ? 420 : 260, now);
    tone.frequency.exponentialRampToValueAtTime(kind === "move" ? 300 : 110, now + 0.08);
    volume.gain.setValueAtTime(0.16, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.13);
  } catch {
    // Without sound the game works as well.
  }
}
