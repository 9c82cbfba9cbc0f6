// Who knocks: users of one company with less and less, and the owner of another.
import { seededRoles } from '@tradehouse/database';
import type { SeededRoleCode } from '@tradehouse/database';
import { sql } from 'kysely';
import type { World } from './testWorld.ts';

export interface Visitor {
  readonly name: string;
  readonly userId: string;
  readonly token: string;
}

interface NewVisitor {
  readonly dataScope?: 'all' | 'own';
  readonly hidden?: readonly string[];
  readonly hideAmounts?: boolean;
  /** Buttons on every page; absent: no page at all. */
  readonly buttons?: readonly string[];
  /** Or page by page. */
  readonly pages?: Readonly<Record<string, readonly string[]>>;
  /** What is granted to them, where warehouses are granted. */
  readonly warehouses?: readonly string[];
}

/** Adds a user with a role of their own and signs them in. */
export async function aVisitor(
  { server, company }: Pick<World, 'server' | 'company'>,
  name: string,
  {
    dataScope = 'all',
    hidden = [],
    hideAmounts = false,
    buttons,
    pages = {},
    warehouses = [],
  }: NewVisitor,
): Promise<Visitor> {
  const roleId = await server.arrange(company, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into role (tenant_id, name, data_scope, hidden_amounts)
      values (${company.tenantId}, ${name}, ${dataScope}, ${hidden}) returning id`.execute(tx);
    const [role] = rows;
    if (role === undefined) throw new Error('the role was not written');
    if (buttons !== undefined)
      await sql`
        insert into role_function (tenant_id, role_id, function_url, buttons)
        select ${company.tenantId}, ${role.id}, url, ${buttons} from function returning role_id`.execute(
        tx,
      );
    for (const [url, held] of Object.entries(pages))
      await sql`
        insert into role_function (tenant_id, role_id, function_url, buttons)
        values (${company.tenantId}, ${role.id}, ${url}, ${held})`.execute(tx);
    return role.id;
  });
  const loginName = `${company.code}-${name}`;
  const userId = await server.addUser({ company, loginName, roleId, hideAmounts });
  await server.arrange(company, (tx) =>
    sql`
      insert into user_warehouse (tenant_id, user_id, warehouse_id)
      select ${company.tenantId}, ${userId}, id from unnest(${warehouses}::bigint[]) as granted (id)
      returning user_id`.execute(tx),
  );
  return { name, userId, token: await server.signIn(loginName) };
}

const every = ['1', '2', '3', '5', '7'] as const;

/** Signs in a new user with a standard role of a new company. */
export const inRole = (world: World, code: SeededRoleCode): Promise<Visitor> =>
  aVisitor(world, `a-${code}`, {
    dataScope: seededRoles[code].dataScope === 'own' ? 'own' : 'all',
    hidden: seededRoles[code].hiddenAmounts,
    pages: seededRoles[code].pages,
  });

export interface Visitors {
  /** Signed in, and that is all. */
  readonly pageless: Visitor;
  /** Every page, no button. */
  readonly reader: Visitor;
  /** Every page and button, own documents. */
  readonly loner: Visitor;
  /** Every page and button; where warehouses and customers are granted, none is. */
  readonly ungranted: Visitor;
  /** Every page and button, no amount of money. */
  readonly blind: Visitor;
  /** Every page and button, neither costs nor purchase prices. */
  readonly seller: Visitor;
  /** Every page and button, neither sale prices nor what is owed and paid. */
  readonly buyer: Visitor;
  /** Every page and button, neither retail prices nor what is owed and paid. */
  readonly wholesaler: Visitor;
}

export async function visitorsOf(world: World): Promise<Visitors> {
  return {
    pageless: await aVisitor(world, 'pageless', {}),
    reader: await aVisitor(world, 'reader', { buttons: [] }),
    loner: await aVisitor(world, 'loner', { buttons: every, dataScope: 'own' }),
    ungranted: await aVisitor(world, 'ungranted', { buttons: every }),
    blind: await aVisitor(world, 'blind', { buttons: every, hideAmounts: true }),
    seller: await aVisitor(world, 'seller', { buttons: every, hidden: ['cost', 'purchase'] }),
    buyer: await aVisitor(world, 'buyer', { buttons: every, hidden: ['sale', 'money'] }),
    wholesaler: await aVisitor(world, 'wholesaler', {
      buttons: every,
      hidden: ['retail', 'money'],
    }),
  };
}
