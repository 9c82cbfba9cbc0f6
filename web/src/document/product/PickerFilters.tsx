import { propertyNames } from '@tradehouse/contract';
import { Button, Input, Select, Space } from 'antd';
import { useState } from 'react';
import { namedClear } from '../../control/namedClear.tsx';
import { t } from '../../phrase/index.ts';
import { columnTitle } from '../columns/factColumns.ts';
import type { ProductQuery } from './productSearch.ts';

/** Further product filters besides keyword, category and warehouse. */
export type PickerAsked = Pick<
  ProductQuery,
  | 'standardOrModel'
  | 'color'
  | 'brand'
  | 'mfrs'
  | (typeof propertyNames)[number]
  | 'enableSerialNumber'
  | 'enableBatchNumber'
>;

interface Props {
  readonly asked: PickerAsked;
  readonly onAsk: (asked: PickerAsked) => void;
}

const texts = [
  ['color', 'color'],
  ['brand', 'brand'],
  ['mfrs', 'maker'],
  ...propertyNames.map((name) => [name, name] as const),
] as const;
const flags = [
  ['enableSerialNumber', 'serials'],
  ['enableBatchNumber', 'lot'],
] as const;

/** Filters by specification or model; rare filters behind "more". Texts apply on Enter. */
export function PickerFilters({ asked, onAsk }: Props) {
  const [more, setMore] = useState(false);
  const put = <Name extends keyof PickerAsked>(name: Name, value: PickerAsked[Name] | null) => {
    const { [name]: _before, ...others } = asked;
    onAsk(value === null || value === '' ? others : { ...others, [name]: value });
  };
  const text = (name: Exclude<keyof PickerAsked, (typeof flags)[number][0]>, label: string) => (
    <Input
      key={name}
      allowClear
      style={{ width: 140 }}
      defaultValue={asked[name] ?? ''}
      aria-label={label}
      placeholder={label}
      onChange={({ target, type }) => type === 'click' && put(name, target.value)}
      onBlur={({ target }) =>
        target.value.trim() !== (asked[name] ?? '') && put(name, target.value.trim())
      }
      onPressEnter={(event) => put(name, event.currentTarget.value.trim())}
    />
  );
  return (
    <>
      {text('standardOrModel', `${columnTitle('standard')} / ${columnTitle('model')}`)}
      <Button type="link" aria-expanded={more} onClick={() => setMore(!more)}>
        {t(more ? 'act.less' : 'act.more')}
      </Button>
      {more && (
        <Space wrap>
          {texts.map(([name, column]) => text(name, columnTitle(column)))}
          {flags.map(([name, column]) => (
            <Select<string>
              key={name}
              allowClear={namedClear()}
              style={{ width: 140 }}
              aria-label={columnTitle(column)}
              placeholder={columnTitle(column)}
              value={asked[name] === undefined ? null : String(asked[name])}
              options={(['true', 'false'] as const).map((value) => ({
                value,
                label: `${columnTitle(column)}: ${t(value === 'true' ? 'flag.yes' : 'flag.no')}`,
              }))}
              onChange={(value: string | undefined) =>
                put(name, value === undefined ? null : value === 'true')
              }
            />
          ))}
        </Space>
      )}
    </>
  );
}
