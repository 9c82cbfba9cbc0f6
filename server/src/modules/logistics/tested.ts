import type { InputOf, ReplyOf, testCarrier } from '@tradehouse/contract';
import { sql } from 'kysely';
import { found, holdPlace, refuse } from '../../kernel/index.ts';
import type { Call, Context, Kernel, Vault } from '../../kernel/index.ts';
import { askCarrier, carrierOf } from './carrier.ts';
import type { Carrier } from './carrier.ts';

/** Asks a carrier whether it answers, by what is typed in; a secret that is not typed in is the one that is kept. */
export async function tested(
  { vault, carriers, outgoing }: Pick<Kernel, 'vault' | 'carriers' | 'outgoing'>,
  input: InputOf<typeof testCarrier>,
  { read, scope }: Call,
): Promise<ReplyOf<typeof testCarrier>> {
  const carrier = await read((context) => typedCarrier(vault, context, input));
  const answer = await holdPlace(outgoing, scope, () =>
    askCarrier(carriers, carrier, { action: 'ping' }),
  );
  const answers =
    typeof answer === 'object' && answer !== null && 'ok' in answer && answer.ok === true;
  return answers ? { reachable: true } : refuse('carrier.unreachable', { name: input.name });
}

async function typedCarrier(
  vault: Vault,
  context: Context,
  { id, clientUrl, clientId, clientSecret }: InputOf<typeof testCarrier>,
): Promise<Carrier> {
  if (clientUrl === '' || clientId === '') refuse('carrier.incomplete');
  if (clientSecret !== undefined && clientSecret !== '')
    return { clientUrl, clientId, secret: clientSecret };
  if (id === undefined) return refuse('carrier.incomplete');
  const { tx, tenantId } = context;
  const { rows } = await sql<{ sealed: string | null }>`
    select secret.sealed from logistics_company company
    left join logistics_secret secret on secret.tenant_id = ${tenantId} and secret.company_id = company.id
    where company.tenant_id = ${tenantId} and company.id = ${id}`.execute(tx);
  const { sealed } = found(rows[0]);
  return (
    carrierOf(vault, context, { id, clientUrl, clientId, sealed }) ?? refuse('carrier.incomplete')
  );
}
