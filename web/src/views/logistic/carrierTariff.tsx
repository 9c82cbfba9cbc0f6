import type { ReplyOf, logisticsCompanies } from '@tradehouse/contract';
import { carrierServices, decimal, overlapping } from '@tradehouse/domain';
import { PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { ChosenTable } from '../../control/ChosenTable.tsx';
import { DecimalInput, isDecimal } from '../../control/DecimalInput.tsx';
import type { EntryColumn } from '../../control/EntryTable.tsx';
import { useChosenRows } from '../../control/useChosenRows.ts';
import type { ChosenRows } from '../../control/useChosenRows.ts';
import { choiceOf } from '../../record/labels.ts';
import { t } from '../../phrase/index.ts';

type Line = NonNullable<ReplyOf<typeof logisticsCompanies.infoCall>['tariff']>[number];

interface Props {
  readonly value?: readonly Line[];
  readonly onChange?: (lines: readonly Line[]) => void;
}

const words = {
  service: () => t('carrier.service'),
  zone: () => t('carrier.zone'),
  fromKg: () => t('carrier.fromKg'),
  toKg: () => t('carrier.toKg'),
  base: () => t('carrier.base'),
  perKg: () => t('carrier.perKg'),
  signatureFee: () => t('carrier.signatureFee'),
  days: () => t('carrier.days'),
} as const;
type Part = keyof typeof words;

/** The parts of a line beside its service, as a conflict tells them. */
export const tariffParts = Object.entries(words).flatMap(([name, label]) =>
  name === 'service' ? [] : [{ name, label: label() }],
);

const isAmount = (text: string | null): text is string =>
  text !== null && isDecimal(text) && !text.startsWith('-');

/** What is wrong with a tariff, in words; null: nothing. */
function wrongIn(lines: readonly Line[]): string | null {
  const incomplete = lines.findIndex(
    ({ fromKg, toKg, base, perKg, signatureFee }) =>
      ![fromKg, base, perKg, signatureFee, ...(toKg === null ? [] : [toKg])].every(isAmount),
  );
  if (incomplete >= 0) return t('carrier.incomplete', { line: incomplete + 1 });
  const empty = lines.findIndex(
    ({ fromKg, toKg }) => toKg !== null && decimal(toKg).lessThanOrEqualTo(fromKg),
  );
  if (empty >= 0) return t('carrier.span', { line: empty + 1 });
  const twice = overlapping(lines);
  return twice === null ? null : t('carrier.overlap', { line: twice[1] + 1, other: twice[0] + 1 });
}

export const tariffComplete = {
  validator: async (_: unknown, lines: readonly Line[] = []): Promise<void> => {
    const wrong = wrongIn(lines);
    if (wrong !== null) throw new Error(wrong);
  },
};

/** A further line goes on where the one before it ends. */
const next = (before: Line | undefined): Line => ({
  service: before?.service ?? 'fulfillment',
  zone: before?.zone ?? '',
  fromKg: before?.toKg ?? '0',
  toKg: null,
  base: '',
  perKg: '0',
  signatureFee: before?.signatureFee ?? '0',
  days: before?.days ?? null,
});

/** What a carrier takes: by service, zone and weight. */
export function Tariff({ value: lines = [], onChange }: Props): ReactNode {
  const chosen = useChosenRows('tariff', lines, onChange);
  return (
    <ChosenTable<Line>
      chosen={chosen}
      rowKey={(line) => lines.indexOf(line)}
      columns={columnsOf(chosen.put, lines)}
      none={t('carrier.noTariff')}
      width={730}
    >
      <Button
        className="gap-below"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => chosen.change([...lines, next(lines.at(-1))])}
      >
        {t('carrier.addLine')}
      </Button>
    </ChosenTable>
  );
}

function columnsOf(put: ChosenRows<Line>['put'], lines: readonly Line[]): EntryColumn<Line>[] {
  const of = (name: Part, width: number) => ({
    title: words[name](),
    dataIndex: name,
    width,
  });
  const said = (name: Part, line: Line): string => `${words[name]()} ${lines.indexOf(line) + 1}`;
  const number = (name: 'fromKg' | 'base' | 'perKg' | 'signatureFee'): EntryColumn<Line> => ({
    ...of(name, 80),
    align: 'right',
    render: (value: string | null, line) => (
      <DecimalInput
        aria-label={said(name, line)}
        value={value}
        onChange={(typed) => put(line, { [name]: typed })}
      />
    ),
  });
  return [
    {
      ...of('service', 130),
      render: (value: Line['service'], line) => (
        <Select
          className="wide"
          aria-label={said('service', line)}
          value={value}
          options={carrierServices.map((service) => ({
            value: service,
            label: choiceOf('service', service),
          }))}
          onChange={(service) => put(line, { service })}
        />
      ),
    },
    {
      ...of('zone', 120),
      render: (value: string, line) => (
        <Input
          aria-label={said('zone', line)}
          placeholder={t('carrier.elsewhere')}
          maxLength={60}
          value={value}
          onChange={({ target }) => put(line, { zone: target.value })}
        />
      ),
    },
    number('fromKg'),
    {
      ...of('toKg', 80),
      align: 'right',
      render: (value: string | null, line) => (
        <DecimalInput
          aria-label={said('toKg', line)}
          placeholder="∞"
          value={value}
          onChange={(typed) => put(line, { toKg: typed === '' ? null : typed })}
        />
      ),
    },
    number('base'),
    number('perKg'),
    number('signatureFee'),
    {
      ...of('days', 70),
      align: 'right',
      render: (value: number | null, line) => (
        <DecimalInput
          aria-label={said('days', line)}
          value={value === null ? '' : String(value)}
          onChange={(typed) => put(line, { days: /^\d{1,3}$/.test(typed) ? Number(typed) : null })}
        />
      ),
    },
  ];
}
