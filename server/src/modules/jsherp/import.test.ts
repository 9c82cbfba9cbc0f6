import { readFile } from 'node:fs/promises';
import { openDatabasePool, createTenantIn, seedPlatform } from '@tradehouse/database';
import { testDatabase, type TestDatabase } from '@tradehouse/database/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DomainError } from '@tradehouse/domain';
import { sentenceOf } from '../../kernel/http/index.ts';
import { chosenOf, companiesOf, selectCompanyDump } from './company.ts';
import { readDump } from './dump.ts';
import { importDumpCompany, type ImportedDump } from './load.ts';
import type { DumpProgressListener } from './records.ts';
import { reportLines } from './report.ts';
import { changed, dumpOf, severalCompanies, smallCompany } from './testDump.ts';

const owners = { passwordHash: 'first', unusable: 'none' };

/** Brings the companies over that are asked for, one after the other. */
async function allImported(
  database: TestDatabase,
  sql: string,
  asked: readonly string[] | null = null,
  tell: DumpProgressListener = () => {},
): Promise<readonly ImportedDump[]> {
  const db = openDatabasePool(database.connections.owner, { size: 1 });
  const dump = await readDump(sql);
  const done: ImportedDump[] = [];
  try {
    for (const company of chosenOf(companiesOf(dump), asked))
      done.push(await importDumpCompany(db, selectCompanyDump(dump, company), owners, tell));
    return done;
  } finally {
    await db.destroy();
  }
}

async function imported(database: TestDatabase, sql: string): Promise<ImportedDump> {
  const [first] = await allImported(database, sql);
  return first ?? expect.fail('no company');
}

const counts = (of: ImportedDump, table: string) => {
  const { imported: came, known, refused } = of.counts.find((row) => row.table === table) ?? {};
  return [came, known, refused];
};
const ours = ({ figures }: ImportedDump) =>
  Object.fromEntries(figures.map(({ what, ours: figure }) => [what.en, figure]));
const reasons = ({ refusals }: ImportedDump, table: string) =>
  refusals.filter((row) => row.table === table).map(({ id, reason }) => `${id}: ${reason.en}`);

describe('import of a small company from jshERP', () => {
  let database: TestDatabase;
  let first: ImportedDump;

  beforeAll(async () => {
    database = await testDatabase();
    const owner = openDatabasePool(database.connections.owner, { size: 1 });
    await seedPlatform(owner, () => Promise.resolve('operator'));
    await owner.destroy();
    first = await imported(database, dumpOf(smallCompany));
  });
  afterAll(() => database.drop());

  test('stock and balances equal the sums of the imported documents', () => {
    expect(ours(first)).toEqual({
      // 12 from the start, 24 bought, 4 sold; the sale of 100 was refused
      'stock of 苹果 in 仓库1': '32',
      'stock of 手机 in 仓库1': '1',
      // 5 from the start; 48 of goods and 22 of fees, 10 of them paid as a deposit
      'payable of 供应商 57 供应商1': '65',
      'receivable of 客户 58 客户1': '20',
      // 100 − 10 deposit − 900 + 20
      'account 17 现金': '-790',
    });
  });

  test('figures differing from jshERP are reported with a reason', () => {
    const differing = first.figures
      .filter(({ because }) => because !== null)
      .map(({ what }) => what.en);
    expect(differing).toEqual(['stock of 手机 in 仓库1', 'account 17 现金']);
  });

  test('refused rows are reported with their reason', () => {
    expect(reasons(first, 'jsh_depot_head')).toEqual([
      '6: unknown kind 出库 没有',
      expect.stringMatching(/^5: Delivery XSCK2: .*苹果/),
    ]);
    expect(reasons(first, 'jsh_account_head')).toEqual([
      expect.stringMatching(/^2: Funds transfer ZZ1: /),
    ]);
    expect(reasons(first, 'jsh_serial_number')).toEqual([expect.stringContaining('LOOSE')]);
    expect(reasons(first, 'jsh_user_business')).toEqual(['4: its user 55 is not there']);
    expect(reasons(first, 'jsh_supplier')).toEqual([
      '59: has an opening receivable and an opening payable',
    ]);
    expect(reasons(first, 'jsh_material')).toEqual(['570: has no barcode']);
    expect(reasons(first, 'jsh_material_extend')).toEqual([
      '4: barcode "X-9" is not 4 to 13 digits',
    ]);
    expect(reasons(first, 'jsh_person')).toEqual(['15: unknown type "司机"']);
    expect(reasons(first, 'jsh_depot')).toEqual(['15: deleted there']);
  });

  test('an order keeps its number and is complete by its receipt', async () => {
    const order = await database.admin
      .selectFrom('document')
      .selectAll()
      .where('number', '=', 'CGDD1')
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({
      kind: 'purchaseOrder',
      progress: 'complete',
      approval: 'approved',
      business_date: '2021-06-01',
    });
  });

  test('imported users need a password reset, and keep role, warehouse and branch', async () => {
    const { tenantId } = first;
    const { rows: user } = await sql`
      select role.name as role, data_scope, institution.name as branch, must_change, function_url, buttons
      from app_user
      join role on role.tenant_id = ${tenantId} and role.id = app_user.role_id
      join institution on institution.tenant_id = ${tenantId} and institution.id = app_user.institution_id
      join login on login.user_id = app_user.id
      join user_warehouse on user_warehouse.tenant_id = ${tenantId} and user_warehouse.user_id = app_user.id
      join role_function on role_function.tenant_id = ${tenantId} and role_function.role_id = role.id
      where app_user.tenant_id = ${tenantId} and app_user.login_name = 'wang'`.execute(
      database.admin,
    );
    expect(user).toEqual([
      {
        role: '店员',
        data_scope: 'own',
        branch: '分店',
        must_change: true,
        function_url: '/bill/sale_out',
        buttons: ['1', '2'],
      },
    ]);
  });

  test('the imported books violate no invariant', async () => {
    expect(await database.violations()).toEqual([]);
  });

  test('a second import adds no duplicates and keeps settings changed since the first import', async () => {
    await database.admin
      .updateTable('tenant_setting')
      .set({ company_name: '大店' })
      .where('tenant_id', '=', first.tenantId)
      .execute();
    const again = await imported(database, dumpOf(smallCompany));
    expect(again.tenantId).toBe(first.tenantId);
    expect(again.counts.filter(({ imported: came }) => came > 0)).toEqual([]);
    expect(counts(again, 'jsh_depot_head')).toEqual([0, 4, 2]);
    expect(ours(again)).toEqual(ours(first));
    const setting = await database.admin
      .selectFrom('tenant_setting')
      .select('company_name')
      .where('tenant_id', '=', first.tenantId)
      .executeTakeFirstOrThrow();
    expect(setting.company_name).toBe('大店');
  });

  test('a taken login name gets a prefix', async () => {
    const tenants = {
      ...smallCompany['jsh_tenant'],
      columns: smallCompany['jsh_tenant']?.columns ?? '',
      rows: [[1, '7', 'other', 5, 1, '1']],
    };
    const other = await imported(database, dumpOf(changed({ jsh_tenant: tenants })));
    const names = await database.admin
      .selectFrom('login')
      .select('login_name')
      .where('tenant_id', '=', other.tenantId)
      .execute();
    expect(names.map((row) => row.login_name).toSorted()).toEqual(['jsherp-7-wang', 'other']);
  });
});

test('nothing is ever written into a company not made by an import', async () => {
  const database = await testDatabase();
  const mine = await database.admin.transaction().execute((tx) =>
    createTenantIn(tx, {
      code: 'jsherp-7-shop',
      name: 'A stranger',
      owner: { loginName: 'jsherp-7-shop', name: 'A stranger', passwordHash: 'known to them' },
    }),
  );
  const refusal = await imported(database, dumpOf(smallCompany)).catch((error: unknown) => error);
  const partners = await database.admin
    .selectFrom('partner')
    .selectAll()
    .where('tenant_id', '=', mine.tenantId)
    .execute();
  await database.drop();
  expect(refusal).toMatchObject({ key: 'dump.codeTaken', facts: { code: 'jsherp-7-shop' } });
  expect(partners).toEqual([]);
});

describe('an unusable dump', () => {
  test.each([
    ['cut off', dumpOf(smallCompany).slice(0, -20), /cut off/],
    [
      'of another program',
      dumpOf({ wp_posts: { columns: 'id title', rows: [[1, 'hello']] } }),
      /no jshERP dump/,
    ],
    [
      'with in/out management',
      dumpOf(
        changed({
          jsh_system_config: {
            columns: 'id company_name in_out_manage_flag tenant_id delete_flag',
            rows: [[1, 'x', '1', '7', '0']],
          },
        }),
      ),
      /in\/out management/,
    ],
  ])('%s is refused before anything is written', async (_, sql, sentence) => {
    const refusal = await readDump(sql)
      .then((dump) => companiesOf(dump).map((company) => selectCompanyDump(dump, company)))
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect(sentenceOf(refusal as DomainError, 'en')).toMatch(sentence);
  });

  test('an error during the import rolls back the whole company', async () => {
    const database = await testDatabase();
    const failing: DumpProgressListener = ({ stage }) => {
      if (stage === 'documents') throw new Error('the power went out');
    };
    await expect(allImported(database, dumpOf(smallCompany), null, failing)).rejects.toThrow(
      'the power went out',
    );
    const left = await database.admin.selectFrom('tenant').select('code').execute();
    await database.drop();
    expect(left).toEqual([]);
  });
});

type TestRow = readonly (string | number | null)[];
const tableOf = (name: string) => smallCompany[name] ?? expect.fail(name);
/** A row of the small company under another id, with other cells by their columns. */
function like(table: string, id: number, as: Record<string, string | number>): TestRow {
  const { columns, rows } = tableOf(table);
  const row = rows.find(([own]) => own === id) ?? expect.fail(`${table} ${id}`);
  return row.map((cell, at) => as[columns.split(' ')[at] ?? ''] ?? cell);
}
/** The small company with further rows in some tables. */
const withRows = (more: Record<string, readonly TestRow[]>): string =>
  dumpOf(
    changed(
      Object.fromEntries(
        Object.entries(more).map(([name, rows]) => {
          const { columns, rows: own } = tableOf(name);
          return [name, { columns, rows: [...own, ...rows] }];
        }),
      ),
    ),
  );

test('two accounts with an equal name stay two, each with its money', async () => {
  const database = await testDatabase();
  const twin = like('jsh_account', 17, { id: 18, initial_amount: '250.000000' });
  const first = await imported(database, withRows({ jsh_account: [twin] }));
  expect(ours(first)).toMatchObject({ 'account 17 现金': '-790', 'account 18 现金': '250' });
  const accounts = database.admin.selectFrom('account').select(['name', 'opening_amount']);
  expect(await accounts.where('tenant_id', '=', first.tenantId).orderBy('id').execute()).toEqual([
    { name: '现金', opening_amount: '100.000000' },
    { name: '现金 (18)', opening_amount: '250.000000' },
  ]);
  const again = await imported(database, withRows({ jsh_account: [twin] }));
  expect(counts(again, 'jsh_account')).toEqual([0, 2, 0]);
  await database.drop();
});

test('only rows exceeding the limits of the books are skipped, each with a reason', async () => {
  const head = (id: number, as: object) =>
    like('jsh_depot_head', 3, { id, number: `X${id}`, ...as });
  const lineOf = (id: number, as: object = {}) =>
    like('jsh_depot_item', 13, { id, header_id: id, ...as });
  const database = await testDatabase();
  const came = await imported(
    database,
    withRows({
      jsh_depot_head: [
        head(101, { oper_time: '0000-00-00 00:00:00' }),
        head(102, { oper_time: '2021-02-31 10:00:00' }),
        head(103, { oper_time: '1900-01-01 10:00:00' }),
        head(104, {}),
        head(105, { discount_money: 'x' }),
      ],
      jsh_depot_item: [
        lineOf(101),
        lineOf(102),
        lineOf(103),
        // MySQL's way to say that there is no day.
        lineOf(104, { expiration_date: '0000-00-00 00:00:00' }),
        lineOf(105, { oper_number: '1'.repeat(17) }),
      ],
      jsh_supplier: [
        like('jsh_supplier', 58, {
          id: 60,
          supplier: 'Owes less than nothing',
          begin_need_get: '-44',
        }),
      ],
      jsh_unit: [like('jsh_unit', 15, { id: 16, name: 'of none', ratio: '0' })],
      jsh_material: [like('jsh_material', 568, { id: 571, name: 'without a barcode of ours' })],
      jsh_material_extend: [
        like('jsh_material_extend', 1, { id: 5, bar_code: '1005', purchase_decimal: 'cheap' }),
        like('jsh_material_extend', 1, { id: 6, bar_code: 'LETTERS', material_id: '571' }),
      ],
      jsh_material_initial_stock: [
        like('jsh_material_initial_stock', 1, { id: 2, material_id: '571' }),
      ],
    }),
  );
  const violations = await database.violations();
  await database.drop();
  expect(reasons(came, 'jsh_depot_head').toSorted()).toEqual([
    '101: Delivery X101: there is no time "0000-00-00 00:00:00"',
    '102: Delivery X102: there is no time "2021-02-31 10:00:00"',
    expect.stringMatching(/^103: Delivery X103: .*1970-01-01/),
    '105: Delivery X105: "x" is no number',
    expect.stringMatching(/^5: /),
    expect.stringMatching(/^6: /),
  ]);
  expect(reasons(came, 'jsh_supplier')).toContainEqual(
    expect.stringMatching(/^60: its opening balance: /),
  );
  expect(reasons(came, 'jsh_unit')).toEqual([expect.stringMatching(/^16: .*ratios/i)]);
  expect(reasons(came, 'jsh_material_extend')).toEqual([
    expect.stringMatching(/^4: /),
    expect.stringMatching(/^5: .*malformed/),
    '6: barcode "LETTERS" is not 4 to 13 digits',
  ]);
  expect(reasons(came, 'jsh_material_initial_stock')).toEqual([
    '2: its product, or its barcode, did not come along',
  ]);
  // What came beside them is as it is without them, less the 4 of the document with a day of zeros.
  expect(ours(came)).toMatchObject({ 'stock of 苹果 in 仓库1': '28' });
  expect(violations).toEqual([]);
});

test('malformed jshERP rows are skipped and reported without control characters', async () => {
  const grant = (id: number, type: string, as: object) =>
    like('jsh_user_business', 2, { id, type, key_id: '4', value: '[41]', ...as });
  const database = await testDatabase();
  const came = await imported(
    database,
    withRows({
      jsh_person: [
        like('jsh_person', 14, { id: 16, type: 'constructor' }),
        like('jsh_person', 14, { id: 17, type: '__proto__' }),
      ],
      jsh_user: [like('jsh_user', 8, { id: 9, login_name: '' })],
      jsh_user_business: [
        grant(11, 'RoleFunctions', { btn_str: '{"a":1}' }),
        grant(12, 'RoleFunctions', { btn_str: '[null,{"funId":41,"btnStr":5},7]' }),
        grant(13, 'toString', {}),
      ],
      jsh_supplier: [
        like('jsh_supplier', 58, { id: 61, supplier: 'kept as words', all_need_get: 'much' }),
        like('jsh_supplier', 58, { id: 62, supplier: 'hidden', begin_need_get: '1\0\u202ex' }),
      ],
      jsh_material_current_stock: [
        like('jsh_material_current_stock', 1, { id: 3, material_id: '570', current_number: 'few' }),
      ],
      jsh_depot_head: [
        like('jsh_depot_head', 3, {
          id: 106,
          number: 'X106',
          account_id_list: '17,17',
          account_money_list: 'all,none',
        }),
      ],
      jsh_depot_item: [like('jsh_depot_item', 13, { id: 106, header_id: 106 })],
      jsh_depot: [like('jsh_depot', 15, { id: '16\0', name: 'gone' })],
    }),
  );
  await database.drop();
  expect(reasons(came, 'jsh_person')).toEqual(
    expect.arrayContaining(['16: unknown type "constructor"', '17: unknown type "__proto__"']),
  );
  expect(reasons(came, 'jsh_user')).toContainEqual(expect.stringMatching(/^9: Login name/));
  expect(reasons(came, 'jsh_supplier')).toContainEqual('62: "1x" is no number');
  expect(reasons(came, 'jsh_depot')).toEqual(['15: deleted there', '16: deleted there']);
  expect(reasons(came, 'jsh_depot_head')).toContainEqual('106: Delivery X106: "all" is no number');
  const figure = came.figures.find(({ what }) => what.en.includes('kept as words'));
  expect(figure).toMatchObject({ theirs: '—', ours: '0' });
});

test('refused documents of a dump do not affect the accepted documents', async () => {
  const ids = Array.from({ length: 30 }, (_, at) => at + 100);
  // Every seventh has no serial, which its product asks for.
  const isBare = (id: number) => id % 7 === 0;
  const database = await testDatabase();
  const came = await imported(
    database,
    withRows({
      jsh_depot_head: ids.map((id) => like('jsh_depot_head', 4, { id, number: `CGRK${id}` })),
      jsh_depot_item: ids.map((id) =>
        like('jsh_depot_item', 14, { id, header_id: id, sn_list: isBare(id) ? '' : `SN${id}` }),
      ),
    }),
  );
  const violations = await database.violations();
  await database.drop();
  const refused = ids.filter(isBare);
  expect(reasons(came, 'jsh_depot_head').filter((text) => text.includes('CGRK'))).toEqual(
    refused.map((id) => expect.stringMatching(new RegExp(`^${id}: Purchase receipt CGRK${id}: `))),
  );
  expect(ours(came)).toMatchObject({
    'stock of 手机 in 仓库1': String(1 + ids.length - refused.length),
  });
  expect(violations).toEqual([]);
});

describe('a dump of eight companies', () => {
  let database: TestDatabase;
  const sql = dumpOf(severalCompanies(8));
  beforeAll(async () => {
    database = await testDatabase();
    const owner = openDatabasePool(database.connections.owner, { size: 1 });
    await seedPlatform(owner, () => Promise.resolve('operator'));
    await owner.destroy();
  });
  afterAll(() => database.drop());

  test('names its companies by their owners, without the deleted company', async () => {
    const companies = companiesOf(await readDump(sql));
    expect(companies.map(({ code }) => code)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `shop${n}`),
    );
    expect(companies[0]).toEqual({ tenantId: '101', code: 'shop1', name: '小店1' });
    expect(chosenOf(companies, ['shop3', '105']).map(({ code }) => code)).toEqual([
      'shop3',
      'shop5',
    ]);
    expect(() => chosenOf(companies, ['outsider'])).toThrow('dump.noSuchCompany');
  });

  test('gives each company the rows and figures of a single import, with clean books', async () => {
    const alone = await testDatabase();
    const single = await imported(alone, dumpOf(smallCompany));
    await alone.drop();
    const eight = await allImported(database, sql);
    expect(new Set(eight.map(({ tenantId }) => tenantId)).size).toBe(8);
    for (const each of eight) {
      expect(ours(each)).toEqual(ours(single));
      expect(counts(each, 'jsh_depot_head')).toEqual(counts(single, 'jsh_depot_head'));
      expect(reasons(each, 'jsh_user')).toEqual(reasons(single, 'jsh_user'));
    }
    expect(await database.violations()).toEqual([]);
  });

  test('the report has equal contents in both languages', async () => {
    const [again] = await allImported(database, sql, ['shop2']);
    const zh = reportLines(again ?? expect.fail(), 'zh-cn');
    const en = reportLines(again ?? expect.fail(), 'en');
    expect(zh).toHaveLength(en.length);
    expect(en).toContain('payable of 供应商 57 供应商1\t65\t65');
    expect(zh).toContain('供应商 57 供应商1 的应付\t65\t65');
    expect(en).toContain(
      'jsh_serial_number\t2\tserial LOOSE has no stock: no document brought it in',
    );
  });
});

const dump = process.env['JSHERP_DUMP'];

test.runIf(dump !== undefined)('the demo company has the balances of its documents', async () => {
  const database = await testDatabase();
  const demo = await imported(database, await readFile(dump ?? '', 'utf8'));
  const violations = await database.violations();
  await database.drop();
  expect(ours(demo)).toMatchObject({
    'stock of 商品200 in 仓库1': '7',
    'stock of 商品1 in 仓库1': '2',
    'stock of 商品1 in 仓库2': '1',
    'stock of 商品3 in 仓库1': '8',
    'stock of 衣服 in 仓库1': '5',
    'payable of 供应商 57 供应商1': '10',
    'receivable of 客户 58 客户1': '10',
    'prepaid of 会员 60 12312666': '80',
    'account 17 账户1': '-9',
  });
  expect(violations).toEqual([]);
});
