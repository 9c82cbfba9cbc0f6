import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import type { UnitGroup } from './bigUnits.ts';
import { bigUnitText, unitsIn } from './bigUnits.ts';
import { NumberText } from './NumberText.tsx';

export interface StockTextProps {
  /** Base units, an exact decimal as a string. */
  readonly value: string | null;
  readonly units: UnitGroup;
}

/** A stock in base units, told in big units when it is pointed at. */
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
