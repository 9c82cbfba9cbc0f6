import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Database } from '../src/database.generated.ts';
import { menu } from './menu.ts';
import type { SeedLanguage } from './roles.ts';
import { createTenant, findTenant } from './tenant.ts';

/** The reserved company of the platform's own people. */
export const PLATFORM_CODE = 'platform';
/** Code prefix of a company migrated from jshERP; reserved. */
export const IMPORTED_CODES = 'jsherp-';
/** Their first sign-in. */
export const OPERATOR_LOGIN = 'admin';

interface Setting {
  readonly key: string;
  /** Chinese label, stored with the value; English exists only here. */
  readonly label: string;
  readonly english: string;
  readonly value: string;
  /** Readable without signing in. */
  readonly public: boolean;
  /** Never shown again after being set. */
  readonly secret?: true;
}

// prettier-ignore
const settings: readonly Setting[] = [
  { key: 'platform_name', label: '平台名称', english: 'Name of the platform', value: 'Tradehouse 商仓', public: true },
  { key: 'platform_url', label: '官方网站', english: 'Web site', value: '', public: true },
  { key: 'register_flag', label: '开放注册', english: 'Companies may register', value: '0', public: true },
  { key: 'register_user_limit', label: '注册公司的用户数上限', english: 'Users a registered company may have', value: '3', public: false },
  // Single sign-on is on if both are set; the CAS server redirects to the second.
  { key: 'cas_url', label: 'CAS 服务器地址', english: 'Address of the CAS server', value: '', public: true },
  { key: 'cas_service', label: '本系统登录页的完整地址（CAS 回跳）', english: 'Full address of this sign-in page (CAS comes back to it)', value: '', public: true },
  { key: 'help_url', label: '帮助文档网址', english: 'Address of the help', value: '', public: false },
  { key: 'frame_origins', label: '可嵌入的网址（如 https://bi.example.com，以逗号分隔）', english: 'Sites that may be embedded (like https://bi.example.com, comma separated)', value: '', public: false },
  { key: 'count_views', label: '统计页面访问', english: 'Count page views', value: '1', public: false },
  // Empty: a reset generates a random password and shows it once.
  { key: 'reset_password', label: '重置密码的初始值', english: 'Password set by a reset', value: '', public: false, secret: true },
  { key: 'pay_fee_url', label: '租户续费地址', english: 'Where companies renew', value: '', public: false },
  { key: 'bill_print_flag', label: '三联打印', english: 'Triplicate printing', value: '0', public: false },
  { key: 'bill_print_url', label: '三联打印地址', english: 'Address of triplicate printing', value: '', public: false },
];

/** English labels of the platform settings, by key. */
export const platformLabels: Readonly<Record<string, string>> = Object.fromEntries(
  settings.map(({ key, english }) => [key, english]),
);

/**
 * Updates menu, platform settings and operator; safe on every start. Operator changes (page name, place and
 * buttons; setting values) stay.
 *
 * @param db connected as the owner (`Migrated.owner`). @param firstPassword called only to create the
 * operator; returns the hash to store. @param language of the first records in the platform's own company;
 * default zh-cn. @returns true if the operator was created now.
 */
export async function seedPlatform(
  db: Kysely<Database>,
  firstPassword: () => Promise<string>,
  language?: SeedLanguage,
): Promise<{ readonly operatorCreated: boolean }> {
  await seedMenu(db);
  await db
    .insertInto('platform_config')
    .values(settings.map(({ english: _english, ...setting }) => setting))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  if ((await findTenant(db, PLATFORM_CODE)) !== null) return { operatorCreated: false };
  await createTenant(db, {
    code: PLATFORM_CODE,
    name: 'Tradehouse',
    sort: 'platform',
    ...(language === undefined ? {} : { language }),
    owner: { loginName: OPERATOR_LOGIN, name: OPERATOR_LOGIN, passwordHash: await firstPassword() },
  });
  return { operatorCreated: true };
}

async function seedMenu(db: Kysely<Database>): Promise<void> {
  const rows = menu.map((row) => ({
    number: row.number,
    parent_number: row.parent,
    name_zh: row.zh,
    name_en: row.en,
    url: row.url,
    component: row.component,
    icon: row.icon,
    buttons: [...row.buttons],
    sort: row.sort,
    platform_only: row.platformOnly ?? false,
  }));
  await db
    .insertInto('function')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('url').doUpdateSet({
        component: sql`excluded.component`,
      }),
    )
    .execute();
}
