import { isIP } from 'node:net';
import path from 'node:path';
import type { SeedLanguage } from '@tradehouse/database';
import type { LogLevel } from '@tradehouse/server';

/** Operator's settings, from the environment (listed in docs/operating.md). */
export interface OperatorSettings {
  readonly host: string;
  readonly port: number;
  readonly dataDir: string;
  /** A folder chosen by the operator is never replaced, only used or refused. */
  readonly dataDirChosen: boolean;
  readonly databaseUrl: string | null;
  /** Pooler in front of the database. */
  readonly poolerUrl: string | null;
  /** Replicas of the database. */
  readonly replicaUrls: readonly string[];
  readonly basePath: string;
  readonly apiBase: string;
  /** Proxies trusted about a request's origin. */
  readonly trustedProxies: readonly string[];
  /** Where Prometheus asks, null: nowhere. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** May anybody read the page about the API? */
  readonly apiPage: boolean;
  readonly logLevel: LogLevel;
  /** Milliseconds allowed for one read statement. */
  readonly readLimit: number;
  /** Milliseconds between a signal and the end of accepting requests. */
  readonly drain: number;
  /** Private networks the server may call. */
  readonly internalNetworks: readonly string[];
  /** Private networks where companies' carriers may be asked. */
  readonly carrierNetworks: readonly string[];
  /** Keys sealing second factors, with the first; none: keys in the data folder. */
  readonly secretKeys: readonly string[];
  readonly demo: 'samples' | 'empty' | 'none';
  /** Language of the names of the first records. */
  readonly language: SeedLanguage;
  readonly adminPassword: string | null;
  readonly demoPassword: string | null;
}

/** Unusable setting; the message is one sentence naming it. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Reads the settings; an empty value counts as unset. */
export function readOperatorSettings(environment: Environment): OperatorSettings {
  const given = (name: string): string | null => environment[name]?.trim() || null;
  const basePath = pathSetting('BASE_PATH', given('BASE_PATH') ?? '/');
  const apiBase = pathSetting('API_BASE', given('API_BASE') ?? '/api');
  if (apiBase === '/') throw new SettingError('API_BASE needs a path of its own, such as /api.');
  if (apiBase === basePath) throw new SettingError('BASE_PATH and API_BASE must differ.');
  return {
    host: given('HOST') ?? '0.0.0.0',
    port: portSetting('PORT', given('PORT') ?? '3000'),
    dataDir: path.resolve(ROOT, given('DATA_DIR') ?? 'data'),
    dataDirChosen: given('DATA_DIR') !== null,
    databaseUrl: databaseSetting('DATABASE_URL', given('DATABASE_URL')),
    poolerUrl: databaseSetting('DATABASE_POOLER_URL', given('DATABASE_POOLER_URL')),
    replicaUrls: (given('DATABASE_REPLICA_URLS') ?? '')
      .split(/[\s,]+/)
      .flatMap((url) => databaseSetting('DATABASE_REPLICA_URLS', url || null) ?? []),
    basePath,
    apiBase,
    trustedProxies: networksSetting('TRUSTED_PROXIES', given('TRUSTED_PROXIES'), RANGES),
    metrics: metricsSetting(given('METRICS_PORT'), given('METRICS_HOST')),
    secretKeys: keysSetting(given('SECRET_KEYS') ?? ''),
    apiPage: given('API_PAGE') === '1',
    logLevel: logSetting(given('LOG_LEVEL') ?? 'info'),
    readLimit: secondsSetting('READ_SECONDS', given('READ_SECONDS') ?? '30') * 1000,
    drain: secondsSetting('DRAIN_SECONDS', given('DRAIN_SECONDS') ?? '0', [0, 30]) * 1000,
    internalNetworks: networksSetting('INTERNAL_NETWORKS', given('INTERNAL_NETWORKS')),
    carrierNetworks: networksSetting('CARRIER_NETWORKS', given('CARRIER_NETWORKS')),
    language: languageSetting(given('TRADEHOUSE_LANGUAGE'), [
      given('LC_ALL'),
      given('LC_MESSAGES'),
      given('LANG'),
    ]),
    demo: demoSetting(given('TRADEHOUSE_DEMO') ?? '1'),
    adminPassword: given('TRADEHOUSE_ADMIN_PASSWORD'),
    demoPassword: given('TRADEHOUSE_DEMO_PASSWORD'),
  };
}

const demos: ReadonlyMap<string, OperatorSettings['demo']> = new Map([
  ['1', 'samples'],
  ['empty', 'empty'],
  ['0', 'none'],
]);

function demoSetting(text: string): OperatorSettings['demo'] {
  const demo = demos.get(text);
  if (demo !== undefined) return demo;
  throw new SettingError(`TRADEHOUSE_DEMO is ${text}: it is ${[...demos.keys()].join(', ')}.`);
}

function portSetting(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new SettingError(`${name} is ${text}: it must be a number from 0 to 65535.`);
}

function secondsSetting(name: string, text: string, [least, most] = [1, 300]): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds >= least && seconds <= most) return seconds;
  throw new SettingError(`${name} is ${text}: it must be a number from ${least} to ${most}.`);
}

const logLevels: readonly LogLevel[] = ['info', 'warn', 'error'];

function logSetting(text: string): LogLevel {
  const level = logLevels.find((known) => known === text);
  if (level !== undefined) return level;
  throw new SettingError(`LOG_LEVEL is ${text}: it is ${logLevels.join(', ')}.`);
}

const metricsSetting = (port: string | null, host: string | null): OperatorSettings['metrics'] =>
  port === null ? null : { host: host ?? '127.0.0.1', port: portSetting('METRICS_PORT', port) };

/** Configured language, otherwise the machine's, otherwise Chinese. */
function languageSetting(set: string | null, locales: readonly (string | null)[]): SeedLanguage {
  if (set === 'zh-cn' || set === 'en') return set;
  if (set !== null) throw new SettingError(`TRADEHOUSE_LANGUAGE is ${set}: it is zh-cn or en.`);
  return locales.find((locale) => locale !== null)?.startsWith('en') === true ? 'en' : 'zh-cn';
}

const SHORTEST_KEY = 32;

function keysSetting(text: string): string[] {
  const keys = text.split(/[\s,]+/).filter((key) => key !== '');
  if (keys.every((key) => key.length >= SHORTEST_KEY)) return keys;
  throw new SettingError(`SECRET_KEYS takes keys of ${SHORTEST_KEY} characters or more.`);
}

/** Range names with equal meaning on every machine. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function networksSetting(
  name: string,
  text: string | null,
  ranges: readonly string[] = [],
): string[] {
  const networks = (text ?? '').split(/[\s,]+/).filter((network) => network !== '');
  const wrong = networks.find((network) => !ranges.includes(network) && !isNetwork(network));
  if (wrong === undefined) return networks;
  throw new SettingError(
    `${name} names ${wrong}: it takes addresses and networks such as 10.0.0.5 or 10.0.0.0/8.`,
  );
}

/** Tests for an address or a restricted network: trusting all would trust no one. */
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

function databaseSetting(name: string, text: string | null): string | null {
  if (text === null || /^postgres(ql)?:\/\//.test(text)) return text;
  throw new SettingError(`${name} must begin with postgres:// or postgresql://.`);
}
