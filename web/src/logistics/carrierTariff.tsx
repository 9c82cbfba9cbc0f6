import type { ReplyOf, logisticsCompanies } from '@tradehouse/contract';
import { carrierServices, decimal, findOverlappingLines } from '@tradehouse/domain';
import { PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { ChosenTable } from '../control/ChosenTable.tsx';
import { DecimalInput, isDecimal } from '../control/DecimalInput.tsx';
import type { EntryColumn } from '../control/EntryTable.tsx';
import { stableRowKey } from '../control/stableRows.ts';
import { useChosenRows } from '../control/useChosenRows.ts';
import { NumberField } from '../control/NumberField.tsx';
import type { ChosenRows } from '../control/useChosenRows.ts';
import { choiceOf } from '../record/labels.ts';
import { t } from '../phrase/index.ts';

type CarrierTariffLine = NonNullable<ReplyOf<typeof logisticsCompanies.infoCall>['tariff']>[number];

interface Props {
  readonly value?: readonly CarrierTariffLine[];
  readonly onChange?: (lines: readonly CarrierTariffLine[]) => void;
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
type TariffLinePart = keyof typeof words;

/** Parts of a tariff line except the service, for conflicts. */
export const tariffParts = Object.entries(words).flatMap(([name, label]) =>
  name === 'service' ? [] : [{ name, label: label() }],
);

const isTariffAmount = (text: string | null): text is string =>
  text !== null && isDecimal(text) && !text.startsWith('-');

/** Returns a tariff's problem in words; null: none. */
function wrongIn(lines: readonly CarrierTariffLine[]): string | null {
  const incomplete = lines.findIndex(
    ({ fromKg, toKg, base, perKg, signatureFee, days }) =>
      Number.isNaN(days ?? 0) ||
      ![fromKg, base, perKg, signatureFee, ...(toKg === null ? [] : [toKg])].every(isTariffAmount),
  );
  if (incomplete >= 0) return t('carrier.incomplete', { line: incomplete + 1 });
  const empty = lines.findIndex(
    ({ fromKg, toKg }) => toKg !== null && decimal(toKg).lessThanOrEqualTo(fromKg),
  );
  if (empty >= 0) return t('carrier.span', { line: empty + 1 });
  const twice = findOverlappingLines(lines);
  return twice === null ? null : t('carrier.overlap', { line: twice[1] + 1, other: twice[0] + 1 });
}

export const tariffComplete = {
  validator: async (_: unknown, lines: readonly CarrierTariffLine[] = []): Promise<void> => {
    const wrong = wrongIn(lines);
    if (wrong !== null) throw new Error(wrong);
  },
};

/** Returns the next line, which starts at the end of the previous line. */
export const createNextTariffLine = (before: CarrierTariffLine | undefined): CarrierTariffLine => ({
  service: before?.service ?? 'fulfillment',
  zone: before?.zone ?? '',
  fromKg: before?.toKg ?? '0',
  toKg: null,
  base: '',
  perKg: '0',
  signatureFee: before?.signatureFee ?? '0',
  // Refused days, stored as NaN, are no number to copy.
  days: Number.isNaN(before?.days) ? null : (before?.days ?? null),
});

/** Edits a carrier's tariff by service, zone and weight. */
export function Tariff({ value: lines = [], onChange }: Props): ReactNode {
  const chosen = useChosenRows('tariff', lines, onChange);
  return (
    <ChosenTable<CarrierTariffLine>
      chosen={chosen}
      rowKey={stableRowKey}
      columns={columnsOfCarrierTariff(chosen.put, lines)}
      none={t('carrier.noTariff')}
      width={730}
    >
      <Button
        className="gap-below"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => chosen.change([...lines, createNextTariffLine(lines.at(-1))])}
      >
        {t('carrier.addLine')}
      </Button>
    </ChosenTable>
  );
}

function columnsOfCarrierTariff(
  put: ChosenRows<CarrierTariffLine>['put'],
  lines: readonly CarrierTariffLine[],
): EntryColumn<CarrierTariffLine>[] {
  const of = (name: TariffLinePart, width: number) => ({
    title: words[name](),
    dataIndex: name,
    width,
  });
  const said = (name: TariffLinePart, line: CarrierTariffLine): string =>
    `${words[name]()} ${lines.indexOf(line) + 1}`;
  const number = (
    name: 'fromKg' | 'base' | 'perKg' | 'signatureFee',
  ): EntryColumn<CarrierTariffLine> => ({
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
      render: (value: CarrierTariffLine['service'], line) => (
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
        <NumberField
          aria-label={said('days', line)}
          value={value}
          min={1}
          max={365}
          onChange={(days) => put(line, { days })}
          onRefused={() => put(line, { days: Number.NaN })}
        />
      ),
    },
  ];
}
