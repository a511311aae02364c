/** As much of a browser as the live line and the show need. */
import { vi } from 'vitest';

const target = () => ({ addEventListener: () => {}, removeEventListener: () => {} });

vi.stubGlobal('navigator', { languages: ['en'] });
vi.stubGlobal('matchMedia', () => ({ matches: false, ...target() }));
vi.stubGlobal('location', { protocol: 'http:', host: 'sea', hash: '' });
vi.stubGlobal('document', { hidden: false, documentElement: { lang: 'en' }, querySelector: () => null, ...target() });
vi.stubGlobal('addEventListener', () => {});
vi.stubGlobal('removeEventListener', () => {});
vi.stubGlobal('WebSocket', { OPEN: 1 });
