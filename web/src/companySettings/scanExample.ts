import type { SettingsReply } from '@tradehouse/contract';
import { noScanRules, readScan, printedWeightCode } from '@tradehouse/domain';

export type WeightCodeSetting = SettingsReply['scanRules']['weightCodes'][number];

/** Item code and value of examples, as long as the longest item code. */
const ITEM = '123456';
const VALUE = 1234;

/** Example of a rule: a code as a scale prints it, and the item code and value read from it. */
export function exampleOfRule(rule: WeightCodeSetting): {
  readonly code: string;
  readonly item: string;
  readonly value: string;
} {
  const item = ITEM.slice(0, rule.itemDigits);
  const code = printedWeightCode(rule, item, VALUE);
  const read = readScan(code, '', { ...noScanRules, weightCodes: [rule] });
  const { weight = '', amount = '' } = 'fault' in read ? {} : read;
  return { code, item, value: weight === '' ? amount : `${weight} kg` };
}
