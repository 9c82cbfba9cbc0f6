import { InputNumber } from 'antd';
import type { InputNumberProps } from 'antd';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { parseFieldNumber } from './fieldNumber.ts';

/**
 * Field for a number with optional decimals, updated during typing. If the text becomes ambiguous, the
 * value before typing returns: 1,23 was stored on the way to 1,234.
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
