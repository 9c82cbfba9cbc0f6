import { AmountString, CarrierServiceChoice } from '@tradehouse/contract';
import type { InputOf, Rate, ReplyOf, Whereabouts, logisticsRate } from '@tradehouse/contract';
import {
  billableWeight,
  decimal,
  plain,
  rounded,
  tariffAmount,
  tariffLineFor,
  usualDigits,
} from '@tradehouse/domain';
import type { TariffLine } from '@tradehouse/domain';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { holdPlace, refuse } from '../../kernel/index.ts';
import type { Call, Context, EgressLimits, Kernel, Vault } from '../../kernel/index.ts';
import { askCarrier, carrierColumns, carrierOf } from './carrier.ts';
import type { Carrier } from './carrier.ts';
import { seesFreight } from './companies.ts';
import { receiverOf } from './ends.ts';

type Asked = InputOf<typeof logisticsRate>;

interface Company {
  readonly id: string;
  readonly name: string;
  readonly carrier: Carrier | null;
  readonly tariff: readonly TariffLine[];
}

interface Known {
  readonly to: Whereabouts;
  readonly companies: readonly Company[];
  readonly currency: string;
  readonly digits: number;
}

/** A company may have any number of carriers, but not have us ask any number of them at once. */
const MOST_ASKED = 20;

/**
 * What enabled carriers take for parcels: those that can be asked say it themselves, the others' tariffs do. No one is asked
 * before all that is read here is read.
 */
export async function ratesFor(
  { vault, carriers, outgoing }: Pick<Kernel, 'vault' | 'carriers' | 'outgoing'>,
  asked: Asked,
  call: Call,
): Promise<ReplyOf<typeof logisticsRate>> {
  const known = await call.read((context) => whatIsKnown(vault, context, asked));
  const billable = plain(billableWeight(asked.parcels));
  const asking = new Set(
    known.companies.filter(({ carrier }) => carrier !== null).slice(0, MOST_ASKED),
  );
  const quotesOfAll = (): Promise<Quote[][]> =>
    Promise.all(
      known.companies.map(async (company) => {
        const said = asking.has(company) ? await saidBy(carriers, company, known, asked) : [];
        return said.length > 0 ? said : byTariff(company, known, asked, billable);
      }),
    );
  const quotes = await (asking.size === 0
    ? quotesOfAll()
    : holdPlace(outgoing, call.scope, quotesOfAll));
  const rates = quotes.flat();
  if (rates.length === 0) refuse('carrier.noRate', { weight: billable });
  const told = rates.map((rate) => ({ ...rate, billableWeight: billable }));
  // Who may not see freight is not told by their order which is the cheapest.
  return seesFreight(call)
    ? told.toSorted(cheapestFirst(known.currency))
    : told.map((rate) => ({ ...rate, amount: null }));
}

type Quote = Omit<Rate, 'billableWeight' | 'amount'> & { readonly amount: string };

/** In the company's own currency first: amounts in two currencies do not compare. */
const cheapestFirst =
  (own: string) =>
  (a: Quote, b: Quote): number =>
    Number(b.currency === own) - Number(a.currency === own) ||
    decimal(a.amount).comparedTo(b.amount);

const CarrierAnswer = Type.Object({
  rates: Type.Array(
    Type.Object({
      service: CarrierServiceChoice,
      currency: Type.String({ pattern: '^[A-Z]{3}$' }),
      amount: AmountString,
      days: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 365 }), Type.Null()])),
    }),
    { maxItems: 20 },
  ),
});

/** What a carrier says of the services that are asked for; nothing where it does not answer as agreed. */
async function saidBy(
  limits: EgressLimits,
  { id, name, carrier }: Company,
  { to }: Known,
  { from, parcels, services, signature }: Asked,
): Promise<Quote[]> {
  if (carrier === null) return [];
  const question = { action: 'rate', from: from ?? null, to, parcels, services, signature };
  const answer = await askCarrier(limits, carrier, question);
  if (!Value.Check(CarrierAnswer, answer)) return [];
  return answer.rates
    .filter(({ service }) => services.includes(service))
    .map(({ service, currency, amount, days = null }) => ({
      companyId: id,
      company: name,
      service,
      currency,
      amount: plain(rounded(decimal(amount), usualDigits(currency))),
      days,
      source: 'carrier' as const,
    }));
}

function byTariff(
  { id, name, tariff }: Company,
  { to, currency, digits }: Known,
  { services, signature }: Asked,
  billable: string,
): Quote[] {
  return services.flatMap((service) => {
    const shipment = { service, ...to, billable, signature };
    const line = tariffLineFor(tariff, shipment);
    if (line === null) return [];
    return {
      companyId: id,
      company: name,
      service,
      currency,
      amount: plain(tariffAmount(line, shipment, digits)),
      days: line.days,
      source: 'tariff' as const,
    };
  });
}

async function whatIsKnown(vault: Vault, context: Context, asked: Asked): Promise<Known> {
  const { tx, tenantId } = context;
  const to = await goesTo(context, asked);
  const { rows } = await sql<
    Omit<Company, 'carrier'> & Parameters<typeof carrierOf>[2] & Pick<Known, 'currency' | 'digits'>
  >`
    select company.id, company.name, ${carrierColumns}, setting.currency, setting.currency_digits as digits, coalesce((
        select jsonb_agg(jsonb_build_object('service', line.service, 'zone', line.zone, 'fromKg', line.from_kg::text,
          'toKg', line.to_kg::text, 'base', line.base::text, 'perKg', line.per_kg::text,
          'signatureFee', line.signature_fee::text, 'days', line.days) order by line.line)
        from logistics_tariff line
        where line.tenant_id = ${tenantId} and line.company_id = company.id
          and line.service = any(${asked.services}::text[])), '[]') as tariff
    from logistics_company company
    join tenant_setting setting on setting.tenant_id = ${tenantId}
    left join logistics_secret secret on secret.tenant_id = ${tenantId} and secret.company_id = company.id
    where company.tenant_id = ${tenantId} and company.enabled
    order by company.sort, company.name, company.id`.execute(tx);
  const [first] = rows;
  return {
    to,
    companies: rows.map((row) => ({
      id: row.id,
      name: row.name,
      tariff: row.tariff,
      carrier: carrierOf(vault, context, row),
    })),
    currency: first?.currency ?? '',
    digits: first?.digits ?? 0,
  };
}

/** Where it goes: as it is said, or to the receiver of the document. */
async function goesTo(context: Context, { to, documentId }: Asked): Promise<Whereabouts> {
  if (to !== undefined) return to;
  if (documentId === undefined) return refuse('carrier.receiver', {}, { field: 'to' });
  const { address, postcode } = await receiverOf(context, { documentId });
  return { address, postcode };
}
