import { maySee } from '@tradehouse/domain';
import type { Seen } from '@tradehouse/domain';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from '../../testing.ts';
import type { TestServer } from '../../testing.ts';
import type { Scope } from './context.ts';
import {
  grantedCustomers,
  grantedWarehouses,
  mayOpen,
  mayUseCustomer,
  mayUseWarehouse,
  seesAmounts,
  visibleDocuments,
} from './index.ts';

let server: TestServer;
let tenantId: string;
const id: Record<string, string> = {};

async function insert(name: string, table: string, columns: object): Promise<void> {
  const all = Object.entries({ tenant_id: tenantId, ...columns });
  const { rows } = await sql<{ id: string }>`
    insert into ${sql.table(table)} (${sql.join(all.map(([column]) => sql.ref(column)))})
    values (${sql.join(all.map(([, value]) => value))}) returning id`.execute(
    server.database.admin,
  );
  id[name] = rows[0]!.id;
}

/** Documents are named by creator, institution, partner and warehouses: `ann/east/acme/w1+w2`. */
const documents = [
  'ann/east/acme/w1',
  'ann/east/acme/w1+w2',
  'ann/east//',
  'bob/east/acme/w2',
  'bob/west/zeta/w2',
  'bob/west/vendor/w1',
  'bob//zeta/',
] as const;

beforeAll(async () => {
  server = await aServer();
  ({ tenantId } = server.company);
  for (const name of ['ann', 'bob']) id[name] = await server.addUser({ loginName: name });
  for (const name of ['east', 'west']) await insert(name, 'institution', { name });
  for (const name of ['w1', 'w2']) await insert(name, 'warehouse', { name });
  for (const name of ['acme', 'zeta']) await insert(name, 'partner', { name, type: 'customer' });
  await insert('vendor', 'partner', { name: 'vendor', type: 'supplier' });
  for (const document of documents) {
    const [creator = '', institution = '', partner = '', warehouses = ''] = document.split('/');
    await insert(document, 'document', {
      kind: 'saleOut',
      number: document,
      business_time: '2025-01-01T00:00:00Z',
      business_date: '2025-01-01',
      currency: 'USD',
      creator_id: id[creator],
      institution_id: id[institution] ?? null,
      partner_id: id[partner] ?? null,
      warehouse_ids: warehouses
        .split('+')
        .filter((name) => name !== '')
        .map((name) => id[name]),
    });
  }
});
afterAll(() => server.stop());

const scope = (more: Partial<Scope>): Scope => ({
  tenantId,
  userId: id['ann']!,
  institutionId: null,
  operator: false,
  owner: false,
  approvalLimit: null,
  documents: { of: 'all' },
  warehouseIds: null,
  customerIds: null,
  pages: new Map(),
  hidden: new Set(),
  readOnly: null,
  mustChangePassword: false,
  viewerId: null,
  ...more,
});
const idsOf = (...names: string[]): string[] => names.map((name) => id[name]!);

async function seen(by: Scope): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from document d where tenant_id = ${tenantId} and ${visibleDocuments(by, 'd')} order by id`.execute(
    server.database.admin,
  );
  return rows.map(({ number }) => number);
}

/** What a document's name says of it. */
function whatDecides(document: string): Seen {
  const [creator = '', institution = '', partner = '', warehouses = ''] = document.split('/');
  return {
    creatorId: id[creator]!,
    institutionId: id[institution] ?? null,
    customerId: partner === 'vendor' ? null : (id[partner] ?? null),
    warehouseIds: idsOf(...warehouses.split('+').filter((name) => name !== '')),
  };
}

describe('the visible documents are', () => {
  const all = [...documents];
  const cases: readonly (readonly [string, () => Partial<Scope>, (document: string) => boolean])[] =
    [
      ['all, with all data', () => ({}), () => true],
      [
        'of their own, with personal data',
        () => ({ documents: { of: 'own' } }),
        (name) => name.startsWith('ann'),
      ],
      [
        'of an institution and their own',
        () => ({ documents: { of: 'institutions', ids: idsOf('west') } }),
        (name) => name.startsWith('ann') || name.includes('west'),
      ],
      [
        'of granted customers, and of anyone who is no customer',
        () => ({ customerIds: idsOf('zeta') }),
        (name) => !name.includes('acme'),
      ],
      [
        'of no customer, when none is granted',
        () => ({ customerIds: [] }),
        (name) => !/acme|zeta/.test(name),
      ],
      [
        'with a granted warehouse among theirs, or none',
        () => ({ warehouseIds: idsOf('w1') }),
        (name) => name.includes('w1') || name.endsWith('/'),
      ],
      [
        'without a warehouse, when none is granted',
        () => ({ warehouseIds: [] }),
        (name) => name.endsWith('/'),
      ],
      [
        'where all of it holds',
        () => ({ documents: { of: 'own' }, customerIds: idsOf('acme'), warehouseIds: idsOf('w2') }),
        (name) => /^ann.*(w2|\/)$/.test(name) && name !== 'ann/east/acme/w1',
      ],
    ];
  test.each(cases)('%s', async (_, more, isSeen) => {
    const expected = all.filter(isSeen);
    expect(await seen(scope(more()))).toEqual(expected);
    expect(expected.length).toBeGreaterThan(0);
  });

  test('exactly the documents allowed by the domain rule, for any grants', async () => {
    const some = (...names: string[]) => fc.subarray(names).map((chosen) => idsOf(...chosen));
    const grants: fc.Arbitrary<Partial<Scope>> = fc.record({
      userId: fc.constantFrom(...idsOf('ann', 'bob')),
      documents: fc.oneof(
        fc.constantFrom({ of: 'all' as const }, { of: 'own' as const }),
        fc.record({ of: fc.constant('institutions' as const), ids: some('east', 'west') }),
      ),
      warehouseIds: fc.option<readonly string[]>(some('w1', 'w2')),
      customerIds: fc.option<readonly string[]>(some('acme', 'zeta')),
    });
    await fc.assert(
      fc.asyncProperty(grants, async (granted) => {
        const by = scope(granted);
        expect(await seen(by)).toEqual(all.filter((document) => maySee(by, whatDecides(document))));
      }),
    );
  });

  test('never more after a right is removed', async () => {
    const steps: Partial<Scope>[] = [
      {},
      { documents: { of: 'institutions', ids: idsOf('east', 'west') } },
      { documents: { of: 'institutions', ids: idsOf('east') } },
      { documents: { of: 'own' } },
      { documents: { of: 'own' }, warehouseIds: idsOf('w1') },
      { documents: { of: 'own' }, warehouseIds: [], customerIds: [] },
    ];
    let before = await seen(scope({}));
    for (const step of steps) {
      const now = await seen(scope(step));
      expect(before).toEqual(expect.arrayContaining(now));
      before = now;
    }
  });
});

test('rows are of granted warehouses and customers', async () => {
  const names = async (table: string, condition: ReturnType<typeof grantedWarehouses>) => {
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(table)} as row where tenant_id = ${tenantId} and name ~ '^(w.|acme|zeta)$' and ${condition} order by name`.execute(
      server.database.admin,
    );
    return rows.map(({ name }) => name);
  };
  expect(await names('warehouse', grantedWarehouses(scope({}), 'row.id'))).toEqual(['w1', 'w2']);
  expect(
    await names('warehouse', grantedWarehouses(scope({ warehouseIds: idsOf('w2') }), 'row.id')),
  ).toEqual(['w2']);
  expect(
    await names('warehouse', grantedWarehouses(scope({ warehouseIds: [] }), 'row.id')),
  ).toEqual([]);
  expect(
    await names('partner', grantedCustomers(scope({ customerIds: idsOf('acme') }), 'row.id')),
  ).toEqual(['acme']);
});

test('a grant names usable records, an empty list means none, and no list means all', () => {
  expect([
    mayUseWarehouse(scope({ warehouseIds: ['1'] }), '1'),
    mayUseWarehouse(scope({ warehouseIds: [] }), '1'),
    mayUseWarehouse(scope({}), '1'),
  ]).toEqual([true, false, true]);
  expect([
    mayUseCustomer(scope({ customerIds: ['1'] }), '2'),
    mayUseCustomer(scope({}), '2'),
  ]).toEqual([false, true]);
});

test('a page opens only with its grant, and a button only with its granted code', () => {
  const of = scope({ pages: new Map([['/a', new Set(['1'])]]), hidden: new Set(['cost']) });
  expect([
    mayOpen(of, '/a'),
    mayOpen(of, '/a', '1'),
    mayOpen(of, '/a', '2'),
    mayOpen(of, '/b'),
  ]).toEqual([true, true, false, false]);
  expect([seesAmounts(of, 'cost'), seesAmounts(of, 'sale')]).toEqual([false, true]);
});
