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
import type { AnyKindCode, TariffLine } from '@tradehouse/domain';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { holdPlace, ownCall } from '../../kernel/http/index.ts';
import type { Context, Kernel, Vault } from '../../kernel/access/index.ts';
import type { EndpointCall, EgressLimits } from '../../kernel/http/index.ts';
import { callCarrier, carrierColumns, carrierOf } from './carrier.ts';
import type { CarrierPlace } from './carrierApi.ts';
import type { CarrierConnection } from './carrier.ts';
import { recordCalls } from './carrierCalls.ts';
import type { CarrierCall } from './carrierCalls.ts';
import { seesFreight } from './companies.ts';
import { readShipmentEnds, receiverOf } from './ends.ts';
import { SHORT_WORK } from './label.ts';

type FreightRateQuery = InputOf<typeof logisticsRate>;

interface RatedCarrier {
  readonly id: string;
  readonly name: string;
  readonly carrier: CarrierConnection | null;
  readonly tariff: readonly TariffLine[];
}

interface FreightRateFacts {
  readonly to: CarrierPlace;
  readonly from: CarrierPlace | null;
  readonly companies: readonly RatedCarrier[];
  readonly currency: string;
  readonly digits: number;
}

/** Carriers queried at once; a company may have more. */
const MOST_ASKED = 20;

/** Returns carriers' prices for parcels: by API, else by tariff. Queries start only after all reads. */
export async function ratesFor(
  { vault, carriers, outgoing, lanes }: Pick<Kernel, 'vault' | 'carriers' | 'outgoing' | 'lanes'>,
  asked: FreightRateQuery,
  call: EndpointCall,
): Promise<ReplyOf<typeof logisticsRate>> {
  const known = await call.read((context) => whatIsKnown(vault, context, asked));
  const billable = toPlainDecimal(billableWeight(asked.parcels));
  const asking = new Set(
    known.companies.filter(({ carrier }) => carrier !== null).slice(0, MOST_ASKED),
  );
  const calls: CarrierCall[] = [];
  const quotesOfAll = (): Promise<Quote[][]> =>
    Promise.all(
      known.companies.map(async (company) => {
        const said = asking.has(company)
          ? await requestCarrierQuotes(carriers, company, known, asked, calls)
          : [];
        return said.length > 0 ? said : byTariff(company, known, asked, billable);
      }),
    );
  const quotes = await (asking.size === 0
    ? quotesOfAll()
    : holdPlace(outgoing, call.scope, quotesOfAll));
  if (calls.length > 0)
    await ownCall({ lanes }, call.scope, call.language, SHORT_WORK).transact((context) =>
      recordCalls(context, calls).then(() => null),
    );
  const rates = quotes.flat();
  if (rates.length === 0) refuseWith('carrier.noRate', { weight: billable });
  const weighed = rates.map((rate) => ({ ...rate, billableWeight: billable }));
  // Without sight of freight, rates stay unsorted: the order would reveal the cheapest.
  return seesFreight(call)
    ? weighed.toSorted(cheapestFirst(known.currency))
    : weighed.map((rate) => ({ ...rate, amount: null }));
}

type Quote = Omit<Rate, 'billableWeight' | 'amount'> & { readonly amount: string };

/** In the company's own currency first: amounts in two currencies do not compare. */
const cheapestFirst =
  (own: string) =>
  (a: Quote, b: Quote): number =>
    Number(b.currency === own) - Number(a.currency === own) ||
    decimal(a.amount).comparedTo(b.amount);

/** Asks carriers for their prices of the requested services; a carrier without an answer has none. */
async function requestCarrierQuotes(
  limits: EgressLimits,
  { id, name, carrier }: RatedCarrier,
  { to, from, currency: own }: FreightRateFacts,
  { parcels, services, signature }: FreightRateQuery,
  calls: CarrierCall[],
): Promise<Quote[]> {
  if (carrier === null) return [];
  const question = { from, to, parcels, services, signature };
  const subject = { companyId: id, orderId: null };
  const { answer, made } = await callCarrier(limits, carrier, 'rate', subject, (api) =>
    api.rate(question),
  );
  calls.push(made);
  if (answer.result !== 'ok') return [];
  return answer.value
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
  const from =
    asked.from === undefined ? await readShipmentOrigin(context, asked) : toPlace(asked.from);
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
    from,
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

/** Returns the sender of the document, if one is named. */
async function readShipmentOrigin(
  context: Context,
  { documentId }: FreightRateQuery,
): Promise<CarrierPlace | null> {
  if (documentId === undefined) return null;
  const { tx, tenantId } = context;
  const { rows } = await sql<{ id: string; kind: AnyKindCode }>`
    select id, kind from document where tenant_id = ${tenantId} and id = ${documentId}`.execute(tx);
  const { sender } = await readShipmentEnds(context, orRefuseMissing(rows[0]));
  return toPlace(sender);
}

/** Returns the given destination, else the receiver of the document. */
async function goesTo(
  context: Context,
  { to, documentId }: FreightRateQuery,
): Promise<CarrierPlace> {
  if (to !== undefined) return toPlace(to);
  if (documentId === undefined) return refuseWith('carrier.receiver', {}, { field: 'to' });
  return toPlace(await receiverOf(context, { documentId }));
}

/** Takes the address of an end, without name and phone. */
const toPlace = ({
  address,
  postcode,
  city = '',
  region = '',
  country = '',
}: Whereabouts): CarrierPlace => ({ address, postcode, city, region, country });
