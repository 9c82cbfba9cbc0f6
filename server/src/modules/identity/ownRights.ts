import type {
  Mask,
  ReplyOf,
  currentButtons,
  currentPriceLimit,
  currentRoleType,
} from '@tradehouse/contract';
import type { Context, Scope } from '../../kernel/access/index.ts';

const digits: readonly (readonly [digit: string, mask: Mask])[] = [
  ['1', 'purchase'],
  ['2', 'retail'],
  ['3', 'sale'],
  ['4', 'purchase'],
  ['5', 'retail'],
  ['6', 'sale'],
  ['7', 'cost'],
];

/** Hidden amounts of the caller, as a list of digits: see the pairs of digit and amount above. */
export const priceLimitOf = ({ hidden }: Scope): ReplyOf<typeof currentPriceLimit> => ({
  priceLimit: digits
    .filter(([, mask]) => hidden.has(mask))
    .map(([digit]) => digit)
    .join(','),
});

/** Buttons of the caller by page; pages without buttons are left out. */
export const buttonsFromScope = ({ pages }: Scope): ReplyOf<typeof currentButtons> => ({
  userBtn: [...pages]
    .filter(([, buttons]) => buttons.size > 0)
    .map(([url, buttons]) => ({ url, btnStr: [...buttons].toSorted().join(',') }))
    .toSorted((one, other) => (one.url < other.url ? -1 : 1)),
});

export async function roleTypeOf({
  tx,
  tenantId,
  scope,
}: Context): Promise<ReplyOf<typeof currentRoleType>> {
  const role = await tx
    .selectFrom('app_user as u')
    .innerJoin('role', (join) =>
      join.onRef('role.id', '=', 'u.role_id').on('role.tenant_id', '=', tenantId),
    )
    .where('u.tenant_id', '=', tenantId)
    .where('u.id', '=', scope.userId)
    .select('role.type')
    .executeTakeFirst();
  return { roleType: role?.type ?? '' };
}
