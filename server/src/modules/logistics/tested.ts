import type { InputOf, ReplyOf, testCarrier } from '@tradehouse/contract';
import { sql } from 'kysely';
import { orRefuseMissing, refuseWith } from '../../kernel/access/index.ts';
import { holdPlace, outerAddress } from '../../kernel/http/index.ts';
import type { Context, Kernel, Vault } from '../../kernel/access/index.ts';
import type { EndpointCall } from '../../kernel/http/index.ts';
import { askCarrier, carrierOf } from './carrier.ts';
import type { CarrierConnection } from './carrier.ts';

/** Tests a carrier's response with the typed values; an untyped secret is read from storage. */
export async function testCarrierConnection(
  { vault, carriers, outgoing }: Pick<Kernel, 'vault' | 'carriers' | 'outgoing'>,
  input: InputOf<typeof testCarrier>,
  { read, scope }: EndpointCall,
): Promise<ReplyOf<typeof testCarrier>> {
  const { clientUrl, name } = input;
  if (clientUrl !== '' && outerAddress(clientUrl, carriers) === null)
    refuseWith('carrier.address', { value: clientUrl }, { field: 'clientUrl' });
  const carrier = await read((context) => typedCarrier(vault, context, input));
  const answer = await holdPlace(outgoing, scope, () =>
    askCarrier(carriers, carrier, { action: 'ping' }),
  );
  const answers =
    typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;
  return answers ? { reachable: true } : refuseWith('carrier.unreachable', { name });
}

async function typedCarrier(
  vault: Vault,
  context: Context,
  { id, clientUrl, clientId, clientSecret }: InputOf<typeof testCarrier>,
): Promise<CarrierConnection> {
  if (clientUrl === '' || clientId === '') refuseWith('carrier.incomplete');
  if (clientSecret !== undefined && clientSecret !== '')
    return { clientUrl, clientId, secret: clientSecret };
  if (id === undefined) return refuseWith('carrier.incomplete');
  const { tx, tenantId } = context;
  const { rows } = await sql<{ sealed: string | null }>`
    select secret.sealed from logistics_company company
    left join logistics_secret secret on secret.tenant_id = ${tenantId} and secret.company_id = company.id
    where company.tenant_id = ${tenantId} and company.id = ${id}`.execute(tx);
  const { sealed } = orRefuseMissing(rows[0]);
  return (
    carrierOf(vault, context, { id, clientUrl, clientId, sealed }) ??
    refuseWith('carrier.incomplete')
  );
}
