// Readers of five scopes, shared by tests of custom reports.
import { sql } from 'kysely';
import { asRole } from '../../document/testShop.ts';
import type { Books } from '../testBooks.ts';

/** User limited to own data, in an institution of their own. */
export interface Clerk {
  readonly id: string;
  readonly office: string;
  readonly token: string;
}

interface Around {
  readonly pages: readonly string[];
  readonly scope: 'all' | 'own' | 'institution';
}

/** A user who sees but a part of the books. */
async function aReader(books: Books, name: string, { pages, scope }: Around): Promise<string> {
  await asRole(books.shop, name, { pages });
  await books.count(sql`update role set data_scope = ${scope} where name = ${name}`);
  const [user] = await books.count(
    sql<{ id: string }>`select id from app_user where login_name = ${name}`,
  );
  return user?.id ?? '';
}

export async function aClerk(books: Books, pages: readonly string[]): Promise<Clerk> {
  const { server } = books;
  const [office] = await books.count(sql<{ id: string }>`
    insert into institution (tenant_id, name) values (${server.company.tenantId}, 'Branch office') returning id`);
  const id = await aReader(books, 'clerk', { pages, scope: 'own' });
  await books.count(sql`update app_user set institution_id = ${office?.id} where id = ${id}`);
  return { id, office: office?.id ?? '', token: await server.signIn('clerk') };
}

/** Access of a reader: visible documents and warehouses. */
export interface Sight {
  readonly token: string | undefined;
  readonly document: (of: {
    readonly creator: string;
    readonly institution: string;
    readonly customer: string | null;
    readonly warehouses: readonly string[];
  }) => boolean;
  readonly warehouse: (id: string) => boolean;
}

export type Reader = 'owner' | 'own' | 'institution' | 'warehouses' | 'customers';

/** The owner; the clerk; the head of the clerk's office; who may use the branch alone; who serves one customer alone. */
export async function fiveReaders(
  books: Books,
  clerk: Clerk,
  pages: readonly string[],
): Promise<Readonly<Record<Reader, Sight>>> {
  const { server, shop } = books;
  const { tenantId } = server.company;
  const head = await aReader(books, 'head', { pages, scope: 'institution' });
  await books.count(sql`update app_user set institution_id = ${clerk.office} where id = ${head}`);
  const guard = await aReader(books, 'guard', { pages, scope: 'all' });
  const agent = await aReader(books, 'agent', { pages, scope: 'all' });
  await books.count(sql`
    update app_user set all_warehouses = login_name <> 'guard', all_customers = login_name <> 'agent'
    where login_name in ('clerk', 'head', 'guard', 'agent')`);
  await books.count(sql`insert into user_warehouse (tenant_id, user_id, warehouse_id)
    values (${tenantId}, ${guard}, ${shop.branch})`);
  await books.count(sql`insert into user_customer (tenant_id, user_id, partner_id)
    values (${tenantId}, ${agent}, ${shop.otherCustomer})`);
  await shop.set({ warehouse_grants: true, customer_grants: true });
  const everything = { document: () => true, warehouse: () => true };
  return {
    owner: { ...everything, token: undefined },
    own: {
      ...everything,
      token: await server.signIn('clerk'),
      document: ({ creator }) => creator === clerk.id,
    },
    institution: {
      ...everything,
      token: await server.signIn('head'),
      document: ({ institution }) => institution === clerk.office,
    },
    warehouses: {
      token: await server.signIn('guard'),
      document: ({ warehouses }) => warehouses.length === 0 || warehouses.includes(shop.branch),
      warehouse: (id) => id === shop.branch,
    },
    customers: {
      ...everything,
      token: await server.signIn('agent'),
      document: ({ customer }) => customer === null || customer === shop.otherCustomer,
    },
  };
}
