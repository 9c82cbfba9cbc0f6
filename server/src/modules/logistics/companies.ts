import { logisticsCompanies } from '@tradehouse/contract';
import type {
  InputOf,
  ReplyOf,
  TariffLineInput,
  logisticsCompanyChoices,
} from '@tradehouse/contract';
import { overlapping } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import {
  given,
  isTaken,
  outerAddress,
  recordWriter,
  refuse,
  seesAmounts,
} from '../../kernel/index.ts';
import type { Context, Kernel, Vault } from '../../kernel/index.ts';
import { whoseSecret } from './carrier.ts';

type Fields = InputOf<typeof logisticsCompanies.add>;

const partnerName = ({ tenantId }: Context): RawBuilder<unknown> => sql`(
  select p.name from partner p where p.tenant_id = ${tenantId} and p.id = row.partner_id)`;

const hasSecret = ({ tenantId }: Context): RawBuilder<unknown> => sql`exists (
  select from logistics_secret secret where secret.tenant_id = ${tenantId} and secret.company_id = row.id)`;

/** Freight is hidden as sale prices are. */
export const seesFreight = ({ scope }: Pick<Context, 'scope'>): boolean =>
  seesAmounts(scope, 'sale');

/** What company `row` takes, for anyone who may see freight. */
const tariff = (context: Context): RawBuilder<unknown> =>
  seesFreight(context)
    ? sql`coalesce((
        select jsonb_agg(jsonb_build_object('service', line.service, 'zone', line.zone,
            'fromKg', trim_scale(line.from_kg)::text, 'toKg', trim_scale(line.to_kg)::text,
            'base', trim_scale(line.base)::text, 'perKg', trim_scale(line.per_kg)::text,
            'signatureFee', trim_scale(line.signature_fee)::text, 'days', line.days) order by line.line)
        from logistics_tariff line
        where line.tenant_id = ${context.tenantId} and line.company_id = row.id), '[]')`
    : sql`null`;

/** Carriers; what they are reached with is sealed by `vault`. */
export const companyWriter = ({ vault, carriers }: Pick<Kernel, 'vault' | 'carriers'>) =>
  recordWriter(logisticsCompanies, {
    reads: {
      partnerName,
      hasSecret,
      configured: (context) =>
        sql`(row.client_url <> '' and row.client_id <> '' and ${hasSecret(context)})`,
      tariff,
    },
    before: async (context, row, existing, fields) => {
      const { code, partner_id: partnerId, client_url: url } = row;
      if (await isTaken(context, 'logistics_company', ['code', String(code)], existing))
        refuse('carrier.codeTaken', { code: String(code) }, { field: 'code' });
      if (typeof partnerId === 'string') await holdSupplier(context, partnerId);
      checkTariff(context, fields.tariff);
      // An address of before stays until it is changed.
      if (typeof url !== 'string' || url === '' || url === existing?.['client_url']) return;
      if (outerAddress(url, carriers) === null)
        refuse('carrier.address', { value: url }, { field: 'clientUrl' });
    },
    after: async (context, _, after, fields) => {
      if (after === null || fields === null) return;
      // Without an address there is nothing that it would open.
      const secret = after['client_url'] === '' ? '' : fields.clientSecret;
      if (secret !== undefined) await keepSecret(vault, context, after.id, secret);
      if (fields.tariff !== undefined) await writeTariff(context, after.id, fields.tariff);
    },
  });

/** The supplier stays until the commit. */
async function holdSupplier({ tx, tenantId }: Context, id: string): Promise<void> {
  const { rows } = await sql<{ type: string }>`
    select type from partner
    where tenant_id = ${tenantId} and id = ${id} and removed_at is null for key share`.execute(tx);
  if (rows[0] === undefined) refuse('record.missing', {}, { field: 'partnerId' });
  if (rows[0].type !== 'supplier') refuse('carrier.partner', {}, { field: 'partnerId' });
}

function checkTariff(context: Context, lines: Fields['tariff']): void {
  if (lines === undefined) return;
  if (!seesFreight(context)) refuse('access.denied');
  const empty = lines.findIndex(
    ({ fromKg, toKg }) => toKg !== null && Number(toKg) <= Number(fromKg),
  );
  if (empty >= 0) refuse('carrier.span', { line: empty + 1 }, { field: 'tariff', line: empty + 1 });
  const twice = overlapping(lines);
  if (twice === null) return;
  const line = twice[1] + 1;
  refuse('carrier.overlap', { line, other: twice[0] + 1 }, { field: 'tariff', line });
}

async function keepSecret(
  vault: Vault,
  context: Context,
  companyId: string,
  secret: string,
): Promise<void> {
  const { tx, tenantId } = context;
  if (secret === '') {
    await sql`
      delete from logistics_secret where tenant_id = ${tenantId} and company_id = ${companyId}`.execute(
      tx,
    );
    return;
  }
  const sealed = sealedFor(vault, whoseSecret(context, companyId), secret);
  await sql`
    insert into logistics_secret (tenant_id, company_id, sealed) values (${tenantId}, ${companyId}, ${sealed})
    on conflict (tenant_id, company_id) do update set sealed = excluded.sealed`.execute(tx);
}

function sealedFor(vault: Vault, whose: string, secret: string): string {
  try {
    return vault.seal(secret, whose);
  } catch {
    return refuse('carrier.noKey', {}, { field: 'clientSecret' });
  }
}

/** A company has these lines and no others. */
async function writeTariff(
  { tx, tenantId }: Context,
  companyId: string,
  lines: readonly TariffLineInput[],
): Promise<void> {
  await sql`
    delete from logistics_tariff where tenant_id = ${tenantId} and company_id = ${companyId}`.execute(
    tx,
  );
  if (lines.length === 0) return;
  const rows = lines.map((line, at) => ({
    line: at + 1,
    service: line.service,
    zone: line.zone.trim(),
    from_kg: line.fromKg,
    to_kg: line.toKg,
    base: line.base,
    per_kg: line.perKg,
    signature_fee: line.signatureFee,
    days: line.days,
  }));
  const columns = `line int, service text, zone text, from_kg numeric, to_kg numeric, base numeric, per_kg numeric,
    signature_fee numeric, days int`;
  await sql`
    insert into logistics_tariff (tenant_id, company_id, line, service, zone, from_kg, to_kg, base, per_kg, signature_fee, days)
    select ${tenantId}::bigint, ${companyId}::bigint, given.* from ${given(rows, columns)}
    returning line`.execute(tx);
}

export async function enabledCompanies({
  tx,
  tenantId,
}: Context): Promise<ReplyOf<typeof logisticsCompanyChoices>> {
  return tx
    .selectFrom('logistics_company')
    .where('tenant_id', '=', tenantId)
    .where('enabled', '=', true)
    .orderBy('sort')
    .orderBy('name')
    .select(['id', 'name', 'code'])
    .execute();
}
