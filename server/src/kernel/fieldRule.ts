import { followsRule } from '@tradehouse/contract';

/** Schema keyword naming a field's rule, if the pattern alone does not state it. */
export const fieldRule = {
  keyword: 'rule',
  type: 'string',
  schemaType: 'string',
  validate: followsRule,
} as const;
