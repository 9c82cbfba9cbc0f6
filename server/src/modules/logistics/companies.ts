import { logisticsCompanies } from '@tradehouse/contract';
import type {
  InputOf,
  ReplyOf,
  TariffLineInput,
  logisticsCompanyChoices,
} from '@tradehouse/contract';
import { findOverlappingLines } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { refuseWith, sealSecret, seesAmounts } from '../../kernel/access/index.ts';
import { outerAddress } from '../../kernel/http/index.ts';
import { isValueInUse, recordWriter } from '../../kernel/table/index.ts';
import { rowsAsTable } from '../../kernel/tx/index.ts';
import type { Context, Kernel, Vault } from '../../kernel/access/index.ts';
import { vaultNameOfCarrierSecret } from './carrier.ts';

type CarrierFields = InputOf<typeof logisticsCompanies.add>;

const partnerName = ({ tenantId }: Context): RawBuilder<unknown> => sql`(
  select p.name from partner p where p.tenant_id = ${tenantId} and p.id = row.partner_id)`;

const hasSecret = ({ tenantId }: Context): RawBuilder<unknown> => sql`exists (
  select from logistics_secret secret where secret.tenant_id = ${tenantId} and secret.company_id = row.id)`;

/** Freight is hidden like sale prices. */
export const seesFreight = ({ scope }: Pick<Context, 'scope'>): boolean =>
  seesAmounts(scope, 'sale');

/** Tariff of company `row`; null without sight of freight. */
const carrierTariffSql = (context: Context): RawBuilder<unknown> =>
  seesFreight(context)
    ? sql`coalesce((
        select jsonb_agg(jsonb_build_object('service', line.service, 'zone', line.zone,
            'fromKg', trim_scale(line.from_kg)::text, 'toKg', trim_scale(line.to_kg)::text,
            'base', trim_scale(line.base)::text, 'perKg', trim_scale(line.per_kg)::text,
            'signatureFee', trim_scale(line.signature_fee)::text, 'days', line.days) order by line.line)
        from logistics_tariff line
        where line.tenant_id = ${context.tenantId} and line.company_id = row.id), '[]')`
    : sql`null`;

/** Writer of carriers; `vault` seals their secret. */
export const companyWriter = ({ vault, carriers }: Pick<Kernel, 'vault' | 'carriers'>) =>
  recordWriter(logisticsCompanies, {
    reads: {
      partnerName,
      hasSecret,
      configured: (context) =>
        sql`(row.client_url <> '' and row.client_id <> '' and ${hasSecret(context)})`,
      tariff: carrierTariffSql,
    },
    before: async (context, row, existing, fields) => {
      const { code, partner_id: partnerId, client_url: url } = row;
      await requireFedexAccess(context, row, existing, fields.clientSecret);
      if (await isValueInUse(context, 'logistics_company', ['code', String(code)], existing))
        refuseWith('carrier.codeTaken', { code: String(code) }, { field: 'code' });
      if (typeof partnerId === 'string') await holdSupplier(context, partnerId);
      checkTariff(context, fields.tariff);
      // An existing address stays valid until changed.
      if (typeof url !== 'string' || url === '' || url === existing?.['client_url']) return;
      if (outerAddress(url, carriers) === null)
        refuseWith('carrier.address', { value: url }, { field: 'clientUrl' });
    },
    after: async (context, _, after, fields) => {
      if (after === null || fields === null) return;
      // Without an address the secret has no use.
      const secret = after['client_url'] === '' ? '' : fields.clientSecret;
      if (secret !== undefined) await keepSecret(vault, context, after.id, secret);
      if (fields.tariff !== undefined) await writeTariff(context, after.id, fields.tariff);
    },
  });

type CompanyRow = Readonly<Record<string, unknown>>;

/**
 * FedEx needs the number of an account. FedEx is sent the secret itself, so a stored secret is typed again
 * for another address: otherwise, any editor of carriers could send the secret to a server of their own.
 */
async function requireFedexAccess(
  { tx, tenantId }: Context,
  changes: CompanyRow,
  existing: CompanyRow | null,
  secret: string | undefined,
): Promise<void> {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const row: CompanyRow = { ...existing, ...Object.fromEntries(given) };
  const { adapter, client_url: url, account_number: account, name } = row;
  if (adapter !== 'fedex' || typeof url !== 'string' || url === '') return;
  if (account === undefined || account === '') {
    const field = 'accountNumber';
    const facts = { name: String(name), field, table: 'logisticsCompanies' };
    refuseWith('carrier.fieldMissing', facts, { field });
  }
  if (existing === null || secret !== undefined) return;
  if (existing['adapter'] === 'fedex' && existing['client_url'] === url) return;
  const { rows } = await sql<{ id: string }>`
    select company_id as id from logistics_secret
    where tenant_id = ${tenantId} and company_id = ${existing['id']}`.execute(tx);
  if (rows.length > 0) refuseWith('carrier.secretAgain', {}, { field: 'clientSecret' });
}

/** The supplier stays until the commit. */
async function holdSupplier({ tx, tenantId }: Context, id: string): Promise<void> {
  const { rows } = await sql<{ type: string }>`
    select type from partner
    where tenant_id = ${tenantId} and id = ${id} and removed_at is null for key share`.execute(tx);
  if (rows[0] === undefined) refuseWith('record.missing', {}, { field: 'partnerId' });
  if (rows[0].type !== 'supplier') refuseWith('carrier.partner', {}, { field: 'partnerId' });
}

function checkTariff(context: Context, lines: CarrierFields['tariff']): void {
  if (lines === undefined) return;
  if (!seesFreight(context)) refuseWith('access.denied');
  const empty = lines.findIndex(
    ({ fromKg, toKg }) => toKg !== null && Number(toKg) <= Number(fromKg),
  );
  if (empty >= 0)
    refuseWith('carrier.span', { line: empty + 1 }, { field: 'tariff', line: empty + 1 });
  const twice = findOverlappingLines(lines);
  if (twice === null) return;
  const line = twice[1] + 1;
  refuseWith('carrier.overlap', { line, other: twice[0] + 1 }, { field: 'tariff', line });
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
  const sealed = sealSecret(vault, vaultNameOfCarrierSecret(context, companyId), secret, () =>
    refuseWith('carrier.noKey', {}, { field: 'clientSecret' }),
  );
  await sql`
    insert into logistics_secret (tenant_id, company_id, sealed) values (${tenantId}, ${companyId}, ${sealed})
    on conflict (tenant_id, company_id) do update set sealed = excluded.sealed`.execute(tx);
}

/** Replaces a carrier's tariff lines. */
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
    select ${tenantId}::bigint, ${companyId}::bigint, given.* from ${rowsAsTable(rows, columns)}
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
    .select(['id', 'name', 'code', 'adapter'])
    .execute();
}
