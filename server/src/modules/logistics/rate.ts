import { AmountString, CarrierServiceChoice } from '@tradehouse/contract';
import type { InputOf, Rate, ReplyOf, Whereabouts, logisticsRate } from '@tradehouse/contract';
import {
  billableWeight,
  decimal,
  toPlainDecimal,
  rounded,
  tariffAmount,
  tariffLineFor,
  toOwnCode,
  usualDigits,
} from '@tradehouse/domain';
import type { TariffLine } from '@tradehouse/domain';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { refuseWith } from '../../kernel/access/index.ts';
import { holdPlace } from '../../kernel/http/index.ts';
import type { Context, Kernel, Vault } from '../../kernel/access/index.ts';
import type { EndpointCall, EgressLimits } from '../../kernel/http/index.ts';
import { askCarrier, carrierColumns, carrierOf } from './carrier.ts';
import type { CarrierConnection } from './carrier.ts';
import { seesFreight } from './companies.ts';
import { receiverOf } from './ends.ts';

type FreightRateQuery = InputOf<typeof logisticsRate>;

interface RatedCarrier {
  readonly id: string;
  readonly name: string;
  readonly carrier: CarrierConnection | null;
  readonly tariff: readonly TariffLine[];
}

interface FreightRateFacts {
  readonly to: Whereabouts;
  readonly companies: readonly RatedCarrier[];
  readonly currency: string;
  readonly digits: number;
}

/** Carriers queried at once; a company may have more. */
const MOST_ASKED = 20;

/** Returns carriers' prices for parcels: by API, else by tariff. Queries start only after all reads. */
export async function ratesFor(
  { vault, carriers, outgoing }: Pick<Kernel, 'vault' | 'carriers' | 'outgoing'>,
  asked: FreightRateQuery,
  call: EndpointCall,
): Promise<ReplyOf<typeof logisticsRate>> {
  const known = await call.read((context) => whatIsKnown(vault, context, asked));
  const billable = toPlainDecimal(billableWeight(asked.parcels));
  const asking = new Set(
    known.companies.filter(({ carrier }) => carrier !== null).slice(0, MOST_ASKED),
  );
  const quotesOfAll = (): Promise<Quote[][]> =>
    Promise.all(
      known.companies.map(async (company) => {
        const said = asking.has(company)
          ? await requestCarrierQuotes(carriers, company, known, asked)
          : [];
        return said.length > 0 ? said : byTariff(company, known, asked, billable);
      }),
    );
  const quotes = await (asking.size === 0
    ? quotesOfAll()
    : holdPlace(outgoing, call.scope, quotesOfAll));
  const rates = quotes.flat();
  if (rates.length === 0) refuseWith('carrier.noRate', { weight: billable });
  const told = rates.map((rate) => ({ ...rate, billableWeight: billable }));
  // Without sight of freight, rates stay unsorted: the order would reveal the cheapest.
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

/** Reads a carrier's prices of the requested services; empty for an invalid response. */
async function requestCarrierQuotes(
  limits: EgressLimits,
  { id, name, carrier }: RatedCarrier,
  { to, currency: own }: FreightRateFacts,
  { from, parcels, services, signature }: FreightRateQuery,
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
      currency: toOwnCode(currency, own),
      amount: toPlainDecimal(rounded(decimal(amount), usualDigits(currency))),
      days,
      source: 'carrier' as const,
    }));
}

function byTariff(
  { id, name, tariff }: RatedCarrier,
  { to, currency, digits }: FreightRateFacts,
  { services, signature }: FreightRateQuery,
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
      amount: toPlainDecimal(tariffAmount(line, shipment, digits)),
      days: line.days,
      source: 'tariff' as const,
    };
  });
}

async function whatIsKnown(
  vault: Vault,
  context: Context,
  asked: FreightRateQuery,
): Promise<FreightRateFacts> {
  const { tx, tenantId } = context;
  const to = await goesTo(context, asked);
  const { rows } = await sql<
    Omit<RatedCarrier, 'carrier'> &
      Parameters<typeof carrierOf>[2] &
      Pick<FreightRateFacts, 'currency' | 'digits'>
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

/** Returns the given destination, else the receiver of the document. */
async function goesTo(
  context: Context,
  { to, documentId }: FreightRateQuery,
): Promise<Whereabouts> {
  if (to !== undefined) return to;
  if (documentId === undefined) return refuseWith('carrier.receiver', {}, { field: 'to' });
  const { address, postcode } = await receiverOf(context, { documentId });
  return { address, postcode };
}
