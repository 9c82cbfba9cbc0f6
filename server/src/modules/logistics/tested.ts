import type { InputOf, ReplyOf, testCarrier } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { holdPlace, outerAddress, ownCall } from '../../kernel/http/index.ts';
import type { Context, Kernel, Vault } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import { callCarrier, openCarrier } from './carrier.ts';
import type { CarrierConnection, KeptCarrier } from './carrier.ts';
import { recordCalls } from './carrierCalls.ts';
import { SHORT_WORK } from './label.ts';

/** Tests a carrier's response with the typed values; an untyped secret is read from storage. */
export async function testCarrierConnection(
  { vault, carriers, outgoing, lanes }: Pick<Kernel, 'vault' | 'carriers' | 'outgoing' | 'lanes'>,
  input: InputOf<typeof testCarrier>,
  { read, scope, language }: EndpointCall,
): Promise<ReplyOf<typeof testCarrier>> {
  const { clientUrl, name } = input;
  if (clientUrl !== '' && outerAddress(clientUrl, carriers) === null)
    refuseWith('carrier.address', { value: clientUrl }, { field: 'clientUrl' });
  const carrier = await read((context) => typedCarrier(vault, context, input));
  const subject = { companyId: input.id ?? '', orderId: null };
  const { answer, made } = await holdPlace(outgoing, scope, () =>
    callCarrier(carriers, carrier, 'ping', subject, (api) => api.ping()),
  );
  // A carrier that is not saved yet has no list of calls.
  if (input.id !== undefined)
    await ownCall({ lanes }, scope, language, SHORT_WORK).transact((context) =>
      recordCalls(context, [made]).then(() => null),
    );
  if (answer.result === 'refused') refuseWith('carrier.refused', { name, text: answer.text });
  return answer.result === 'ok' ? { reachable: true } : refuseWith('carrier.unreachable', { name });
}

async function typedCarrier(
  vault: Vault,
  context: Context,
  input: InputOf<typeof testCarrier>,
): Promise<CarrierConnection> {
  const { id, name, adapter = 'gateway', clientUrl, clientId, clientSecret } = input;
  if (clientUrl === '' || clientId === '') refuseWith('carrier.incomplete');
  const typed = { adapter, clientUrl, clientId, accountNumber: input.accountNumber ?? '' };
  if (clientSecret !== undefined && clientSecret !== '') return { ...typed, secret: clientSecret };
  if (id === undefined) return refuseWith('carrier.incomplete');
  const { tx, tenantId } = context;
  const { rows } = await sql<Pick<KeptCarrier, 'sealed' | 'adapter' | 'clientUrl'>>`
    select secret.sealed, company.adapter, company.client_url as "clientUrl" from logistics_company company
    left join logistics_secret secret on secret.tenant_id = ${tenantId} and secret.company_id = company.id
    where company.tenant_id = ${tenantId} and company.id = ${id}`.execute(tx);
  const { sealed, ...stored } = orRefuseMissing(rows[0]);
  // FedEx is sent the secret itself: a stored secret goes only to the stored address.
  if (adapter === 'fedex' && (stored.adapter !== 'fedex' || stored.clientUrl !== clientUrl))
    refuseWith('carrier.secretAgain', {}, { field: 'clientSecret' });
  return (
    openCarrier(vault, context, { id, name, ...typed, sealed }) ?? refuseWith('carrier.incomplete')
  );
}
