/** A few soft sounds, synthesised. Off by default. */
import { settings } from './settings.svelte';

export type Sound = 'card' | 'trick' | 'turn' | 'tide' | 'cannon' | 'win';

interface Note {
  shape: OscillatorType | 'noise';
  from: number;
  to?: number;
  at?: number;
  lasts: number;
  loud: number;
}

const SOUNDS: Record<Sound, Note[]> = {
  card: [{ shape: 'noise', from: 2600, to: 1200, lasts: 0.07, loud: 0.16 }],
  trick: [
    { shape: 'noise', from: 1400, to: 500, lasts: 0.22, loud: 0.14 },
    { shape: 'sine', from: 330, to: 262, at: 0.05, lasts: 0.25, loud: 0.06 },
  ],
  turn: [
    { shape: 'sine', from: 523, lasts: 0.22, loud: 0.1 },
    { shape: 'sine', from: 784, at: 0.11, lasts: 0.34, loud: 0.09 },
  ],
  tide: [{ shape: 'noise', from: 250, to: 900, lasts: 1.1, loud: 0.22 }],
  cannon: [
    { shape: 'noise', from: 500, to: 60, lasts: 0.6, loud: 0.4 },
    { shape: 'sine', from: 110, to: 38, lasts: 0.5, loud: 0.4 },
  ],
  win: [392, 523, 659, 784].map((from, i) => ({ shape: 'triangle' as const, from, at: i * 0.13, lasts: 0.45, loud: 0.1 })),
};

let context: AudioContext | undefined;
let hiss: AudioBuffer | undefined;

function noise(audio: AudioContext): AudioBufferSourceNode {
  if (!hiss) {
    hiss = audio.createBuffer(1, audio.sampleRate * 1.5, audio.sampleRate);
    const samples = hiss.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  source.buffer = hiss;
  return source;
}

function sing(audio: AudioContext, note: Note): void {
  const start = audio.currentTime + (note.at ?? 0);
  const end = start + note.lasts;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(note.loud, start + Math.min(0.03, note.lasts / 3));
  volume.gain.exponentialRampToValueAtTime(0.0001, end);
  volume.connect(audio.destination);

  if (note.shape === 'noise') {
    const source = noise(audio);
    const filter = audio.createBiquadFilter();
    filter.type = 'lowpass';
    filter.frequency.setValueAtTime(note.from, start);
    filter.frequency.exponentialRampToValueAtTime(note.to ?? note.from, end);
    source.connect(filter).connect(volume);
    source.start(start);
    source.stop(end);
  } else {
    const source = audio.createOscillator();
    source.type = note.shape;
    source.frequency.setValueAtTime(note.from, start);
    source.frequency.exponentialRampToValueAtTime(note.to ?? note.from, end);
    source.connect(volume);
    source.start(start);
    source.stop(end);
  }
}

export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers start audio only after a touch or a key: until then this waits in silence.
  void context.resume();
  for (const note of SOUNDS[sound]) sing(context, note);
}
