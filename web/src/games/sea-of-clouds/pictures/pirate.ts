/** Portraits put together from a few parts, on a 100-grid. */
import { disc, type Shape } from '../../../lib/draw';

const INK = '#2a1c12';
const BRASS = '#d7a647';
const WHITE = '#fdf8ea';

const bust = (coat: string): Shape[] => [
  [coat, 'M8 98c2-20 14-28 30-31h24c16 3 28 11 30 31z'],
  [WHITE, 'M40 66h20l-10 18z'],
];
const head = (skin: string): Shape[] => [
  [skin, 'M40 58h20v12c-6 6-14 6-20 0z'],
  [skin, 'M28 34c0-14 9-22 22-22s22 8 22 22v8c0 16-10 26-22 26S28 58 28 42z'],
];
const EYES: Shape[] = [
  [INK, disc(41, 42, 2.6)],
  [INK, disc(59, 42, 2.6)],
  ['none', 'M50 44l-3 7h5'],
];
const smile: Shape = ['none', 'M42 58c5 4 11 4 16 0'];
const patch: Shape[] = [
  ['none', 'M28 30 72 46'],
  [INK, disc(59, 42, 6.5)],
];
const bandana = (cloth: string): Shape[] => [
  [cloth, 'M26 34C26 16 36 8 50 8s24 8 24 26c-16-6-32-6-48 0z'],
  [cloth, 'M74 32l14 4-10 4 6 8-12-8z'],
];
const tricorne = (felt: string): Shape[] => [
  [felt, 'M10 32c8-2 14-8 18-20C40 4 60 4 72 12c4 12 10 18 18 20-10 6-24 6-40 2-16 4-30 4-40-2z'],
];
const beard = (hair: string): Shape => [hair, 'M28 42c4 8 10 10 22 10s18-2 22-10c2 24-8 36-22 36S26 66 28 42z'];
const moustache = (hair: string): Shape => [hair, 'M50 52c6-3 12 0 18-2-2 8-12 10-18 5-6 5-16 3-18-5 6 2 12-1 18 2z'];
const longHair = (hair: string): Shape => [hair, 'M26 30C14 44 22 64 14 78c12 2 20-2 24-8h24c4 6 12 10 24 8-8-14 0-34-12-48z'];

export const pirates: Record<string, Shape[]> = {
  topman: [
    ...bust('#2f6a8f'),
    ...head('#d9a273'),
    ...EYES,
    smile,
    ...bandana('#b8402a'),
    ['none', 'M18 84c8-4 14 6 22 2M24 90c8-4 12 4 18 2'],
  ],
  'first-mate': [
    ...bust('#7a2f2a'),
    ...head('#8a5a3c'),
    ...EYES,
    moustache(INK),
    ...tricorne('#3a2a3a'),
    [BRASS, 'M10 80l16-8 6 8-18 10z'],
    [BRASS, 'M90 80l-16-8-6 8 18 10z'],
  ],
  gunner: [
    ...bust('#4a4f57'),
    ...head('#e6b389'),
    ...EYES,
    beard('#b8602a'),
    ...bandana('#3d6b3a'),
    [INK, disc(80, 82, 13)],
    ['none', 'M88 72l6-8'],
    ['#ffd75e', 'M94 56l2 6 4 2-6 2-2 5-2-6z'],
  ],
  'rachel-cruz': [
    longHair('#5a1f14'),
    ...bust('#8f2440'),
    ...head('#c98d62'),
    ...EYES,
    [INK, 'M36 38l9 1v2zM64 38l-9 1v2z'],
    ['#b8402a', 'M43 58c5 3 9 3 14 0-3 5-11 5-14 0z'],
    ...tricorne('#5d2436'),
    ['#f2c14e', 'M66 14c8-12 18-12 26-8-6 2-12 8-16 16z'],
  ],
  steward: [
    ...bust('#6a5330'),
    ...head('#f0c49b'),
    ...EYES,
    smile,
    [BRASS, 'M28 30c2-16 12-20 22-20s20 4 22 20c-14-4-30-4-44 0z'],
    ['#8a5a2e', 'M64 74h28v24H64z'],
    ['none', 'M64 80h28M64 92h28'],
  ],
  cook: [
    ...bust('#e9e2d0'),
    ...head('#d9a273'),
    ...EYES,
    moustache('#4a3524'),
    [WHITE, 'M30 30c-14-4-10-22 4-20 4-12 28-12 32 0 14-2 18 16 4 20v4c-14-4-26-4-40 0z'],
    ['none', 'M84 96V70M80 70c0-8 8-8 8 0z'],
  ],
  'mister-plume': [
    ...bust('#3b2f6b'),
    ...head('#efc9a4'),
    ...EYES,
    moustache('#e9e2d0'),
    ...tricorne('#2c2450'),
    ['#4e9b57', 'M64 14C74-4 90-4 98 4 90 6 80 12 74 24z'],
    ['#2fa5a0', 'M70 16C80 4 88 2 98 4 90 6 82 12 76 22z'],
    ['none', disc(59, 42, 8)],
    ['none', 'M66 46l4 18'],
  ],
  lookout: [
    ...bust('#356f6a'),
    ...head('#7a4c30'),
    ...EYES,
    smile,
    ...bandana('#e0a030'),
    [BRASS, 'M52 38l38-14 4 12-40 12z'],
    ['#8a5a2e', 'M76 29l6-2 5 11-7 2z'],
  ],
  'cabin-boy': [
    ...bust('#b98b57'),
    ['#c7622a', 'M26 40C20 16 36 6 52 6s32 10 22 34z'],
    ...head('#f3cda6'),
    ['#c7622a', 'M28 34c4-14 14-20 22-20s20 4 22 18c-10 2-18-2-22-8-4 6-12 10-22 10z'],
    ...EYES,
    smile,
    ['none', 'M36 50v.1M39 53v.1M62 50v.1M65 53v.1'],
  ],
  smuggler: [
    ...bust('#2c333d'),
    ...head('#b9835a'),
    ...EYES,
    ...patch,
    smile,
    ['#20262e', 'M18 40C16 12 34 4 50 4s34 8 32 36c-4-8-8-14-14-16H32c-6 2-10 8-14 16z'],
    ['#2c333d', 'M14 98c4-10 10-16 20-20l6 20z'],
  ],
  quartermaster: [
    ...bust('#24476b'),
    ...head('#c08a5e'),
    ...EYES,
    beard('#8d8f94'),
    [WHITE, 'M30 26c2-16 10-20 20-20s18 4 20 20z'],
    ['#24476b', 'M26 24h48v9c-14-4-34-4-48 0z'],
    [BRASS, disc(50, 16, 4.5)],
    ['none', 'M80 96V74M74 80h12M72 90c4 6 12 6 16 0'],
  ],
};
