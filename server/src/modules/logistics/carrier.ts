import type { CarrierAction, CarrierAdapter } from '@tradehouse/domain';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { openSecret, refuseWith } from '../../kernel/access/index.ts';
import type { Context, Vault } from '../../kernel/access/index.ts';
import type { EgressLimits } from '../../kernel/http/index.ts';
import type { CarrierAnswer, CarrierApi } from './carrierApi.ts';
import type { CarrierCall } from './carrierCalls.ts';
import { fedexApi } from './fedex.ts';
import { gatewayApi } from './gateway.ts';

/** Access to a carrier's API. */
export interface CarrierConnection {
  readonly adapter: CarrierAdapter;
  readonly clientUrl: string;
  readonly clientId: string;
  readonly accountNumber: string;
  readonly secret: string;
}

/** Columns of `logistics_company` company and `logistics_secret` secret for calling the carrier. */
export const carrierColumns: RawBuilder<unknown> = sql`
  company.adapter, company.client_url as "clientUrl", company.client_id as "clientId",
  company.account_number as "accountNumber", secret.sealed`;

/** Name under which a carrier's secret is sealed. */
export const vaultNameOfCarrierSecret = (
  { tenantId }: Pick<Context, 'tenantId'>,
  companyId: string,
): string => `carrier ${tenantId}/${companyId}`;

export interface KeptCarrier extends Omit<CarrierConnection, 'secret'> {
  readonly id: string;
  readonly sealed: string | null;
}

/** Opens the access to a carrier's API; null if none, or if the secret does not open here. */
export function carrierOf(
  vault: Vault,
  context: Pick<Context, 'tenantId'>,
  { id, sealed, adapter, clientUrl, clientId, accountNumber }: KeptCarrier,
): CarrierConnection | null {
  if (clientUrl === '' || clientId === '') return null;
  const secret = openSecret(vault, vaultNameOfCarrierSecret(context, id), sealed);
  return secret === null ? null : { adapter, clientUrl, clientId, accountNumber, secret };
}

/** Opens the access to a carrier's API; null if none. A stored secret that does not open is refused. */
export function openCarrier(
  vault: Vault,
  context: Pick<Context, 'tenantId'>,
  kept: KeptCarrier & { readonly name: string },
): CarrierConnection | null {
  const carrier = carrierOf(vault, context, kept);
  const { name, sealed, clientUrl, clientId } = kept;
  if (carrier === null && sealed !== null && clientUrl !== '' && clientId !== '')
    refuseWith('carrier.secret', { name });
  return carrier;
}

/** Reads the connection of a carrier; null if the carrier is not asked by an API. */
export async function readCarrierConnection(
  vault: Vault,
  context: Context,
  companyId: string,
): Promise<CarrierConnection | null> {
  const { tx, tenantId } = context;
  const { rows } = await sql<KeptCarrier & { name: string }>`
    select company.id, company.name, ${carrierColumns} from logistics_company company
    left join logistics_secret secret on secret.tenant_id = ${tenantId} and secret.company_id = company.id
    where company.tenant_id = ${tenantId} and company.id = ${companyId}`.execute(tx);
  return rows[0] === undefined ? null : openCarrier(vault, context, rows[0]);
}

/** Company and shipment of a call, for the list of calls. */
interface CallSubject {
  readonly companyId: string;
  readonly orderId: string | null;
}

const apis: Readonly<
  Record<CarrierAdapter, (limits: EgressLimits, carrier: CarrierConnection) => CarrierApi>
> = { gateway: gatewayApi, fedex: fedexApi };

/** Calls a carrier, and returns the answer with a row for the list of calls. */
export async function callCarrier<T>(
  limits: EgressLimits,
  carrier: CarrierConnection,
  action: CarrierAction,
  subject: CallSubject,
  ask: (api: CarrierApi) => Promise<CarrierAnswer<T>>,
): Promise<{ readonly answer: CarrierAnswer<T>; readonly made: CarrierCall }> {
  const startedAt = new Date();
  const begun = performance.now();
  const answer = await ask(apis[carrier.adapter](limits, carrier));
  const milliseconds = Math.round(performance.now() - begun);
  const detail = answer.result === 'ok' ? '' : answer.text;
  const made = { ...subject, action, startedAt, milliseconds, result: answer.result, detail };
  return { answer, made };
}
