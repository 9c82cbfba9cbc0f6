import { Type } from 'typebox';
import { toLiteralUnion } from '../field.ts';
import type { Called } from '../phrase/called.ts';
import { Closed, Nullable } from '../resource.ts';

export const tenantPlans = ['free', 'paid'] as const;

/** Names of the plans: the home page shows one without loading all phrases of the contract. */
export const planNames: Readonly<Record<(typeof tenantPlans)[number], Called>> = {
  free: { 'zh-cn': '试用', en: 'Trial' },
  paid: { 'zh-cn': '付费', en: 'Paid' },
};

/** Company's terms: plan, end (ISO; null: never), enabled users, and user limit. */
export const TenantTerms = Closed({
  plan: toLiteralUnion(tenantPlans),
  expireTime: Nullable(Type.String()),
  userCurrentNum: Type.Integer(),
  userNumLimit: Type.Integer(),
});
