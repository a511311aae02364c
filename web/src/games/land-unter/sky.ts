/** The weather of a card: from clear sun at 1 to black storm at 60. */
import { mix } from '../../lib/draw';

const TOPS = ['#4fb3ee', '#5aa9dc', '#7a9fb8', '#66788a', '#3c4757', '#1d2532', '#0b0e15'];
const FEET = ['#fff1c9', '#e8f1f0', '#cfdadd', '#a9b5bb', '#76828d', '#48525f', '#262c38'];

function along(stops: string[], part: number): string {
  const place = part * (stops.length - 1);
  const first = Math.min(Math.floor(place), stops.length - 2);
  return mix(stops[first], stops[first + 1], place - first);
}

export interface Sky {
  top: string;
  foot: string;
  dark: boolean;
  /** How high the sun stands, 1 at noon, below 0 when it is gone. */
  sun: number;
  clouds: number;
  cloud: string;
  rain: number;
  bolts: number;
  /** How high the sea runs. */
  swell: number;
}

export function skyOf(value: number): Sky {
  const part = (value - 1) / 59;
  return {
    top: along(TOPS, part),
    foot: along(FEET, part),
    dark: part > 0.42,
    sun: 1 - part * 2.4,
    clouds: Math.round(part * 7),
    cloud: along(['#ffffff', '#eef3f5', '#c4ced5', '#7d8995', '#4b5562', '#2e3541'], part),
    rain: Math.max(0, Math.round((part - 0.42) * 24)),
    bolts: value > 56 ? 3 : value > 51 ? 2 : value > 46 ? 1 : 0,
    swell: 2 + part * 9,
  };
}

export function isWater(id: string): boolean {
  return id[0] === 'w';
}

export function numberOf(id: string): number {
  return parseInt(id.replace('w', ''), 10);
}
