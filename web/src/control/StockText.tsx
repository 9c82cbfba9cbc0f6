import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { UnitGroup } from './bigUnits.ts';
import { bigUnitText, unitsIn } from './bigUnits.ts';
import { NumberText } from './NumberText.tsx';

export interface StockTextProps {
  /** Base units, an exact decimal in a string. */
  readonly value: string | null;
  readonly units: UnitGroup;
}

/** Stock in base units, shown in big units on hover. */
export function StockText({ value, units }: StockTextProps): ReactNode {
  const text = value === null ? null : bigUnitText(value, unitsIn(units));
  if (text === null) return <NumberText value={value} />;
  return (
    <Tooltip title={text}>
      <span>
        <NumberText value={value} />
      </span>
    </Tooltip>
  );
}
