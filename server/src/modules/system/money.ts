import { decimal, plain, rounded } from '@tradehouse/domain';
import type { Context } from '../../kernel/index.ts';
import { found } from '../../kernel/index.ts';

/** Amounts as the company keeps money: rounded to its currency's decimals; what was not given stays so. */
export async function asMoney(
  { tx, tenantId }: Context,
  amounts: readonly (string | undefined)[],
): Promise<(string | undefined)[]> {
  if (amounts.every((amount) => amount === undefined)) return [...amounts];
  const setting = await tx
    .selectFrom('tenant_setting')
    .where('tenant_id', '=', tenantId)
    .select('currency_digits')
    .executeTakeFirst();
  const { currency_digits: digits } = found(setting);
  return amounts.map((amount) =>
    amount === undefined ? undefined : plain(rounded(decimal(amount), digits)),
  );
}
