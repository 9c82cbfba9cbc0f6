import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { SettingsReply } from '@tradehouse/contract';
import {
  itemCodeLengths,
  MOST_CODE_DECIMALS,
  weightCodeMeasures,
  weightCodePrefixes,
} from '@tradehouse/domain';
import { Button, Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { getNotices } from '../app/notices.ts';
import { actsTitle } from '../control/actsTitle.tsx';
import { EntryTable } from '../control/EntryTable.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { IconButton } from '../control/IconButton.tsx';
import { t } from '../phrase/index.ts';
import { exampleOfRule } from './scanExample.ts';
import type { WeightCodeSetting } from './scanExample.ts';
import { saveSetting } from './settingSaves.ts';

type ScanRulesValue = SettingsReply['scanRules'];

interface Props {
  readonly settings: SettingsReply;
  readonly readOnly: boolean;
}

const wholeNumbersBetween = (least: number, most: number): readonly number[] =>
  Array.from({ length: most - least + 1 }, (_, at) => least + at);
const decimalChoices = wholeNumbersBetween(0, MOST_CODE_DECIMALS);
const lengthChoices = wholeNumbersBetween(itemCodeLengths.least, itemCodeLengths.most);

/** Rules for scanned codes: formats of scales by prefix, and characters around a code. */
export function ScanSettings({ settings, readOnly }: Props): ReactNode {
  const [wanted, setWanted] = useState<ScanRulesValue | null>(null);
  const rules = wanted ?? settings.scanRules;
  const save = async (changed: Partial<ScanRulesValue>): Promise<void> => {
    const scanRules = { ...rules, ...changed };
    setWanted(scanRules);
    if (await saveSetting({ scanRules })) getNotices().message.success(t('form.saved'));
    setWanted(null);
  };
  return (
    <>
      <WeightCodeRows
        rules={rules.weightCodes}
        readOnly={readOnly}
        onChange={(weightCodes) => void save({ weightCodes: [...weightCodes] })}
      />
      <div className="form-grid two">
        {(['scannerPrefix', 'scannerSuffix'] as const).map((name) => (
          <ScannerSigns
            key={`${name} ${rules[name]}`}
            name={name}
            value={rules[name]}
            readOnly={readOnly}
            onChange={(value) => void save({ [name]: value })}
          />
        ))}
      </div>
    </>
  );
}

interface ScannerSignsProps {
  readonly name: 'scannerPrefix' | 'scannerSuffix';
  readonly value: string;
  readonly readOnly: boolean;
  readonly onChange: (value: string) => void;
}

/** Field saved on blur. */
function ScannerSigns({ name, value, readOnly, onChange }: ScannerSignsProps): ReactNode {
  const id = useId();
  return (
    <Form.Item label={t(`settings.scan.${name}`)} htmlFor={id} extra={t('settings.scan.signsHint')}>
      <Input
        id={id}
        maxLength={5}
        disabled={readOnly}
        defaultValue={value}
        autoComplete="off"
        onBlur={({ target }) => {
          if (target.value.trim() !== value) onChange(target.value.trim());
        }}
      />
    </Form.Item>
  );
}

interface WeightCodeRowsProps {
  readonly rules: readonly WeightCodeSetting[];
  readonly readOnly: boolean;
  readonly onChange: (rules: readonly WeightCodeSetting[]) => void;
}

function WeightCodeRows({ rules, readOnly, onChange }: WeightCodeRowsProps): ReactNode {
  const free = weightCodePrefixes.filter((prefix) => rules.every((rule) => rule.prefix !== prefix));
  const [next] = free;
  const change = (prefix: string, part: Partial<WeightCodeSetting>): void =>
    onChange(rules.map((rule) => (rule.prefix === prefix ? { ...rule, ...part } : rule)));
  const choice = <Name extends keyof WeightCodeSetting>(
    name: Name,
    options: (rule: WeightCodeSetting) => { value: WeightCodeSetting[Name]; label: string }[],
  ): EntryColumn<WeightCodeSetting> => {
    const field: keyof WeightCodeSetting = name;
    const title = t(`settings.scan.${field}`);
    return {
      title,
      render: (_, rule) => (
        <Select<WeightCodeSetting[Name]>
          className="wide"
          aria-label={`${title} ${rule.prefix}`}
          disabled={readOnly}
          value={rule[name]}
          options={options(rule)}
          onChange={(value) => change(rule.prefix, { [name]: value })}
        />
      ),
    };
  };
  const numbers = (values: readonly number[]) => () =>
    values.map((value) => ({ value, label: String(value) }));
  const columns: readonly EntryColumn<WeightCodeSetting>[] = [
    choice('prefix', ({ prefix }) =>
      weightCodePrefixes
        .filter((value) => value === prefix || free.includes(value))
        .map((value) => ({ value, label: value })),
    ),
    choice('measure', () =>
      weightCodeMeasures.map((value) => ({ value, label: t(`settings.scan.measure.${value}`) })),
    ),
    choice('itemDigits', numbers(lengthChoices)),
    choice('weightDecimals', numbers(decimalChoices)),
    choice('priceDecimals', numbers(decimalChoices)),
    {
      title: t('settings.scan.example'),
      render: (_, rule) => t('settings.scan.exampleOf', { ...exampleOfRule(rule) }),
    },
    {
      title: actsTitle(),
      width: 56,
      render: (_, { prefix }) => (
        <IconButton
          label={t('settings.scan.remove', { prefix })}
          icon={<DeleteOutlined />}
          disabled={readOnly}
          onClick={() => onChange(rules.filter((rule) => rule.prefix !== prefix))}
        />
      ),
    },
  ];
  const add = (): void => {
    if (next === undefined) return;
    const decimals = { itemDigits: 5, weightDecimals: 3, priceDecimals: 2 };
    onChange([...rules, { prefix: next, measure: 'weight', ...decimals }]);
  };
  return (
    <>
      <p>{t('settings.scan.hint')}</p>
      {rules.length > 0 && (
        <EntryTable<WeightCodeSetting>
          rowKey="prefix"
          dataSource={[...rules]}
          columns={columns}
          className="gap-below"
        />
      )}
      <p>
        <Button icon={<PlusOutlined />} disabled={readOnly || next === undefined} onClick={add}>
          {t('settings.scan.add')}
        </Button>
      </p>
    </>
  );
}
