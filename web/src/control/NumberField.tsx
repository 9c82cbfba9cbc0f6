import { InputNumber } from 'antd';
import type { InputNumberProps } from 'antd';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { parseFieldNumber } from './fieldNumber.ts';

/**
 * A field of a number that may have decimals, taken while it is typed. Where the text comes to have two readings, the value from
 * before typing returns: 1,23 was taken on the way to 1,234.
 */
export function NumberField({ onFocus, ...props }: InputNumberProps<number>): ReactNode {
  const { value = null } = props;
  const before = useRef(value);
  return (
    <InputNumber<number>
      {...props}
      parser={(text) => parseFieldNumber(text, before.current)}
      onFocus={(event) => {
        before.current = value;
        onFocus?.(event);
      }}
    />
  );
}
