import { Input } from 'antd';
import type { InputRef } from 'antd';
import type { Ref } from 'react';
import { useRef, useState } from 'react';
import { t } from '../../phrase/index.ts';
import { typedAmount } from '../draft/numberInput.ts';

interface Props {
  /** A plain decimal, '' for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly id?: string;
  readonly suffix?: string;
  readonly className?: string;
  readonly placeholder?: string;
  readonly ref?: Ref<InputRef>;
  readonly error?: string | undefined;
  readonly size?: 'small' | 'middle' | 'large';
  /** Text that can't be read is handed on as it was typed, so that sums beside it are not told. */
  readonly handsOnUnread?: true;
}

/** What is typed of a number until it can be read, and what reads it. */
function useTyped({ value, onChange, error, handsOnUnread }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const before = useRef(value);
  const read = typed === null && handsOnUnread !== true ? null : typedAmount(typed ?? value);
  const type = (text: string): void => {
    if (typed === null) before.current = value;
    setTyped(text);
    const next = typedAmount(text);
    // A beginning of the text may have been a number: 1,23 before 1,234.
    if ('value' in next) return onChange(next.value);
    onChange(handsOnUnread === true ? text : before.current);
  };
  const leave = (): void => {
    if (read === null || 'value' in read) setTyped(null);
  };
  const reason = read !== null && 'wrong' in read ? t(`editor.wrong.${read.wrong}`) : error;
  return { text: typed ?? value, reason, type, leave };
}

/**
 * A number that is taken while it is typed, so totals move with it. What can't be read stays in the field, red, with
 * its reason, and changes nothing unless it is handed on.
 */
export function AmountInput(props: Props) {
  const {
    value: _value,
    onChange: _onChange,
    error: _error,
    handsOnUnread: _handsOnUnread,
    label,
    size = 'small',
    ...rest
  } = props;
  const { text, reason, type, leave } = useTyped(props);
  return (
    <span className="amount-input">
      <Input
        {...rest}
        aria-label={label}
        inputMode="decimal"
        size={size}
        autoComplete="off"
        status={reason === undefined ? '' : 'error'}
        value={text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
      {reason !== undefined && <small role="alert">{reason}</small>}
    </span>
  );
}
