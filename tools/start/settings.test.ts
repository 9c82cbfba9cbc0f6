import { expect, test } from 'vitest';
import { readOperatorSettings } from './settings.ts';

test('without settings, pages are at the root of port 3000 and the database is beside the product', () => {
  expect(readOperatorSettings({})).toMatchObject({
    host: '0.0.0.0',
    port: 3000,
    dataDirChosen: false,
    databaseUrl: null,
    basePath: '/',
    apiBase: '/api',
    demo: 'samples',
    adminPassword: null,
    demoPassword: null,
  });
});

test('an empty value counts as unset', () => {
  expect(readOperatorSettings({ PORT: '', BASE_PATH: ' ', TRADEHOUSE_DEMO: '' })).toEqual(
    readOperatorSettings({}),
  );
});

test.each([
  ['erp', '/erp'],
  ['/erp/', '/erp'],
  ['/', '/'],
  ['/shop/back-office', '/shop/back-office'],
])('BASE_PATH %j is %s', (given, basePath) => {
  expect(readOperatorSettings({ BASE_PATH: given })).toMatchObject({ basePath });
});

test.each([
  [{ PORT: 'http' }, 'PORT is http'],
  [{ PORT: '70000' }, 'PORT is 70000'],
  [{ PORT: '-1' }, 'PORT is -1'],
  [{ BASE_PATH: '/a b' }, 'BASE_PATH is /a b'],
  [{ BASE_PATH: '/../x?' }, 'BASE_PATH is'],
  [{ TRUSTED_PROXIES: 'proxy.example' }, 'TRUSTED_PROXIES names proxy.example'],
  [{ TRUSTED_PROXIES: '10.0.0.1, 10.0.0.0/33' }, 'TRUSTED_PROXIES names 10.0.0.0/33'],
  [{ TRUSTED_PROXIES: '0.0.0.0/0' }, 'TRUSTED_PROXIES names 0.0.0.0/0'],
  [{ INTERNAL_NETWORKS: 'loopback' }, 'INTERNAL_NETWORKS names loopback'],
  [{ TRADEHOUSE_LANGUAGE: 'fr' }, 'TRADEHOUSE_LANGUAGE is fr'],
  [{ METRICS_PORT: 'x' }, 'METRICS_PORT is x'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL is loud'],
  [{ READ_SECONDS: '0' }, 'READ_SECONDS is 0'],
  [{ READ_SECONDS: '301' }, 'READ_SECONDS is 301'],
  [{ SECRET_KEYS: 'short' }, 'SECRET_KEYS takes keys'],
  [{ API_BASE: '/' }, 'API_BASE needs a path'],
  [{ BASE_PATH: '/api' }, 'BASE_PATH and API_BASE must differ'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must begin'],
  [{ DATABASE_POOLER_URL: 'localhost:6432' }, 'DATABASE_POOLER_URL must begin'],
  [{ DRAIN_SECONDS: '31' }, 'DRAIN_SECONDS is 31'],
  [{ DATABASE_REPLICA_URLS: 'postgres://a mysql://x' }, 'DATABASE_REPLICA_URLS must begin'],
])('the environment %j is refused with an error naming the variable', (environment, sentence) => {
  expect(() => readOperatorSettings(environment)).toThrow(sentence);
});

test('TRUSTED_PROXIES is a list of addresses and networks, empty by default', () => {
  expect(readOperatorSettings({}).trustedProxies).toEqual([]);
  const given = '10.0.0.1, 192.168.0.0/16 fd00::/8,loopback';
  expect(readOperatorSettings({ TRUSTED_PROXIES: given }).trustedProxies).toEqual([
    '10.0.0.1',
    '192.168.0.0/16',
    'fd00::/8',
    'loopback',
  ]);
});

test.each([
  [{}, 'zh-cn'],
  [{ LANG: 'C.UTF-8' }, 'zh-cn'],
  [{ LANG: 'en_GB.UTF-8' }, 'en'],
  [{ LC_ALL: 'zh_CN.UTF-8', LANG: 'en_US.UTF-8' }, 'zh-cn'],
  [{ TRADEHOUSE_LANGUAGE: 'en', LANG: 'zh_CN.UTF-8' }, 'en'],
])('a first start with %j names its records in %s', (environment, language) => {
  expect(readOperatorSettings(environment).language).toBe(language);
});

test('METRICS_PORT is an address of this machine alone, unless METRICS_HOST says otherwise', () => {
  expect(readOperatorSettings({}).metrics).toBeNull();
  const port = { METRICS_PORT: '9464' };
  expect(readOperatorSettings(port).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(readOperatorSettings({ ...port, METRICS_HOST: '::' }).metrics).toEqual({
    host: '::',
    port: 9464,
  });
});

test('READ_SECONDS limits the time of a single read statement', () => {
  expect(readOperatorSettings({}).readLimit).toBe(30_000);
  expect(readOperatorSettings({ READ_SECONDS: '5' }).readLimit).toBe(5_000);
});

test('TRADEHOUSE_DEMO=0 leaves the demo company out, empty its samples', () => {
  expect(readOperatorSettings({ TRADEHOUSE_DEMO: '0' }).demo).toBe('none');
  expect(readOperatorSettings({ TRADEHOUSE_DEMO: 'empty' }).demo).toBe('empty');
  expect(() => readOperatorSettings({ TRADEHOUSE_DEMO: 'yes' })).toThrow('TRADEHOUSE_DEMO is yes');
});
