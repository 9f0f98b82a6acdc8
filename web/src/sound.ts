/* Short, dry, woody sounds made on the spot; never the only sign of anything. */
import { settings } from "./settings.svelte";

export type Cue = "turn" | "move" | "take" | "flip" | "coin" | "coins" | "wake" | "escape" | "lock" | "refuse" | "chat" | "win";

/** What has a volume of its own. */
const KINDS = {
  turn: "turn",
  move: "moves",
  take: "moves",
  lock: "moves",
  escape: "moves",
  flip: "reveals",
  wake: "reveals",
  coin: "scores",
  coins: "scores",
  win: "scores",
  refuse: "refusals",
  chat: "chat",
} as const satisfies Record<Cue, string>;

let context: AudioContext | null = null;

function ready(): AudioContext | null {
  if (settings.get("isMuted") || settings.get("volume") === 0) return null;
  try {
    context ??= new AudioContext();
    return context;
  } catch {
    return null;
  }
}

/** One struck thing: a tone that falls and fades, or a burst of filtered noise. */
function strike(audio: AudioContext, at: number, pitch: number, length: number, loud: number, kind: OscillatorType | "noise"): void {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(audio.destination);
  if (kind === "noise") {
    const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
    const samples = buffer.getChannelData(0);
    for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1;
    const source = audio.createBufferSource();
    source.buffer = buffer;
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    filter.Q.value = 1.4;
    source.connect(filter).connect(gain);
    source.start(at);
    return;
  }
  const tone = audio.createOscillator();
  tone.type = kind;
  tone.frequency.setValueAtTime(pitch, at);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.72, at + length);
  tone.connect(gain);
  tone.start(at);
  tone.stop(at + length);
}

type Stroke = [delay: number, pitch: number, length: number, loud: number, kind: OscillatorType | "noise"];

const CUES: Record<Cue, Stroke[]> = {
  turn: [
    [0, 320, 0.09, 0.5, "triangle"],
    [0.13, 420, 0.11, 0.5, "triangle"],
  ],
  move: [[0, 900, 0.06, 0.5, "noise"]],
  take: [
    [0, 500, 0.1, 0.7, "noise"],
    [0.02, 150, 0.14, 0.4, "triangle"],
  ],
  flip: [
    [0, 2600, 0.05, 0.35, "noise"],
    [0.05, 1500, 0.05, 0.3, "noise"],
  ],
  coin: [[0, 1760, 0.16, 0.22, "sine"]],
  coins: [
    [0, 1760, 0.14, 0.22, "sine"],
    [0.06, 2093, 0.14, 0.2, "sine"],
    [0.12, 1568, 0.16, 0.2, "sine"],
  ],
  wake: [
    [0, 98, 0.38, 0.6, "sine"],
    [0, 147, 0.34, 0.25, "sine"],
  ],
  escape: [
    [0, 700, 0.05, 0.4, "noise"],
    [0.08, 760, 0.05, 0.4, "noise"],
    [0.16, 820, 0.05, 0.4, "noise"],
  ],
  lock: [[0, 1200, 0.05, 0.35, "square"]],
  refuse: [[0, 110, 0.14, 0.55, "triangle"]],
  chat: [[0, 2200, 0.04, 0.2, "noise"]],
  win: [
    [0, 392, 0.14, 0.35, "triangle"],
    [0.1, 523, 0.14, 0.35, "triangle"],
    [0.2, 659, 0.18, 0.35, "triangle"],
  ],
};

export function play(cue: Cue): void {
  if (settings.get("volumes")[KINDS[cue]] === 0) return;
  const audio = ready();
  if (!audio) return;
  if (audio.state === "running") sound(audio, cue);
  // A browser lets a page be heard only after the first touch; until then there is nothing to play.
  else if (navigator.userActivation?.hasBeenActive) void audio.resume().then(() => sound(audio, cue));
}

function sound(audio: AudioContext, cue: Cue): void {
  const volume = settings.get("volume") * settings.get("volumes")[KINDS[cue]];
  for (const [delay, pitch, length, loud, kind] of CUES[cue]) strike(audio, audio.currentTime + delay, pitch, length, loud * volume, kind);
}

/** On phones: a short buzz for "your turn", two for a refusal, nothing else. */
export function buzz(cue: "turn" | "refuse"): void {
  // Before the first touch a browser would only complain.
  if (!navigator.userActivation?.hasBeenActive) return;
  try {
    navigator.vibrate?.(cue === "turn" ? 30 : [15, 40, 15]);
  } catch {
    // Not every browser may.
  }
}
