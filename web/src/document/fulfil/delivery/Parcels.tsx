import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { packings } from '@tradehouse/contract';
import type { Parcel } from '@tradehouse/contract';
import { weightUnits } from '@tradehouse/domain';
import type { WeightUnit } from '@tradehouse/domain';
import { Button, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { usePreference } from '../../../app/settings/preferences.ts';
import { NumberField } from '../../../control/NumberField.tsx';
import { amendRow, stableRowKey } from '../../../control/stableRows.ts';
import { t } from '../../../phrase/index.ts';
import { typedAmount } from '../../draft/numberInput.ts';
import { WeightField } from './WeightField.tsx';
import './delivery.css';

interface Props {
  readonly parcels: readonly Parcel[];
  readonly disabled: boolean;
  readonly onChange: (parcels: Parcel[]) => void;
}

const sizes = ['length', 'width', 'height'] as const;

/** Creates a parcel of a weight, unmeasured. */
export const newParcel = (weight: string): Parcel => ({
  packing: 'package',
  length: '0',
  width: '0',
  height: '0',
  weight,
  pieces: 1,
});

const isParcelAmount = (text: string): boolean => text !== '' && !('wrong' in typedAmount(text));

const MOST_PIECES = 9999;
const isPieces = (pieces: number): boolean => pieces >= 1 && pieces <= MOST_PIECES;

/** Checks if a parcel's figures can be saved. */
export const isParcel = ({ length, width, height, weight, pieces }: Parcel): boolean =>
  [length, width, height, weight].every(isParcelAmount) && isPieces(pieces);

export function Parcels({ parcels, disabled, onChange }: Props): ReactNode {
  const [unit, setUnit] = usePreference<WeightUnit>('weightUnit', 'kg');
  const amend = (at: number, change: Partial<Parcel>): void =>
    onChange(parcels.map((one, place) => (place === at ? amendRow(one, change) : one)));
  return (
    <>
      {parcels.length > 0 && !disabled && (
        <Select
          aria-label={t('delivery.weightUnit')}
          value={unit}
          options={weightUnits.map((value) => ({ value, label: value }))}
          onChange={setUnit}
        />
      )}
      {parcels.map((parcel, at) => (
        <fieldset key={stableRowKey(parcel)} className="parcel" disabled={disabled}>
          <legend>{t('delivery.parcel', { n: at + 1 })}</legend>
          <Select
            aria-label={t('delivery.packing')}
            value={parcel.packing}
            disabled={disabled}
            options={packings.map((value) => ({ value, label: t(`delivery.packing.${value}`) }))}
            onChange={(packing) => amend(at, { packing })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('delivery.removeParcel', { n: at + 1 })}
            onClick={() => onChange(parcels.filter((_, place) => place !== at))}
          />
          {sizes.map((field) => (
            <label key={field}>
              {t(`delivery.${field}`)}
              <Input
                className="decimal"
                inputMode="decimal"
                disabled={disabled}
                status={isParcelAmount(parcel[field]) ? '' : 'error'}
                value={parcel[field]}
                onChange={(event) => amend(at, { [field]: event.target.value.trim() })}
              />
            </label>
          ))}
          <label>
            {t(unit === 'lb' ? 'delivery.weightLb' : 'delivery.weight')}
            <WeightField
              value={parcel.weight}
              unit={unit}
              disabled={disabled}
              onChange={(weight) => amend(at, { weight })}
            />
          </label>
          <label>
            {t('delivery.pieces')}
            <NumberField
              isRequired
              aria-label={t('delivery.pieces')}
              disabled={disabled}
              status={isPieces(parcel.pieces) ? '' : 'error'}
              value={parcel.pieces === 0 ? null : parcel.pieces}
              min={1}
              max={MOST_PIECES}
              onChange={(pieces) => amend(at, { pieces: pieces ?? 0 })}
              onRefused={() => amend(at, { pieces: Number.NaN })}
            />
          </label>
        </fieldset>
      ))}
      {!disabled && (
        <Button icon={<PlusOutlined />} onClick={() => onChange([...parcels, newParcel('0')])}>
          {t('delivery.addParcel')}
        </Button>
      )}
    </>
  );
}
