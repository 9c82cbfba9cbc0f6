import { isIP } from 'node:net';
import path from 'node:path';

/** What an operator may set, from the environment (docs/operating.md lists them). */
export interface Settings {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** The operator chose the folder, so it is used or refused, never replaced. */
  readonly dataDirChosen: boolean;
  readonly databaseUrl: string | null;
  readonly basePath: string;
  readonly apiBase: string;
  /** Proxies whose word is believed for where a request came from. */
  readonly trustedProxies: readonly string[];
  readonly demo: boolean;
  readonly adminPassword: string | null;
  readonly demoPassword: string | null;
}

/** A setting that can't be used; the message is one sentence naming it. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Reads the settings; an empty value counts as unset. */
export function readSettings(environment: Environment): Settings {
  const given = (name: string): string | null => environment[name]?.trim() || null;
  const basePath = pathSetting('BASE_PATH', given('BASE_PATH') ?? '/');
  const apiBase = pathSetting('API_BASE', given('API_BASE') ?? '/api');
  if (apiBase === '/') throw new SettingError('API_BASE needs a path of its own, such as /api.');
  if (apiBase === basePath) throw new SettingError('BASE_PATH and API_BASE must differ.');
  return {
    host: given('HOST') ?? '0.0.0.0',
    port: portSetting(given('PORT') ?? '3000'),
    dataDir: path.resolve(ROOT, given('DATA_DIR') ?? 'data'),
    dataDirChosen: given('DATA_DIR') !== null,
    databaseUrl: databaseSetting(given('DATABASE_URL')),
    basePath,
    apiBase,
    trustedProxies: proxiesSetting(given('TRUSTED_PROXIES') ?? ''),
    demo: given('TRADEHOUSE_DEMO') !== '0',
    adminPassword: given('TRADEHOUSE_ADMIN_PASSWORD'),
    demoPassword: given('TRADEHOUSE_DEMO_PASSWORD'),
  };
}

function portSetting(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new SettingError(`PORT is ${text}: it must be a number from 0 to 65535.`);
}

/** Names of ranges that every machine means the same by. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function proxiesSetting(text: string): string[] {
  const proxies = text.split(/[\s,]+/).filter((proxy) => proxy !== '');
  const wrong = proxies.find((proxy) => !RANGES.includes(proxy) && !isNetwork(proxy));
  if (wrong === undefined) return proxies;
  throw new SettingError(
    `TRUSTED_PROXIES names ${wrong}: it takes addresses and networks such as 10.0.0.5 or 10.0.0.0/8.`,
  );
}

/** An address, or a network that leaves something open: everybody's word would be nobody's. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === undefined) return most > 0;
  return more.length === 0 && /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most;
}

function pathSetting(name: string, text: string): string {
  const inner = text.replaceAll(/^\/+|\/+$/g, '');
  if (inner === '') return '/';
  if (/^[\w~.-]+(\/[\w~.-]+)*$/.test(inner)) return `/${inner}`;
  throw new SettingError(`${name} is ${text}: it must be a path such as /erp.`);
}

function databaseSetting(text: string | null): string | null {
  if (text === null || /^postgres(ql)?:\/\//.test(text)) return text;
  throw new SettingError('DATABASE_URL must begin with postgres:// or postgresql://.');
}
