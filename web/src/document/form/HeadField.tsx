import type { ReactNode } from 'react';

interface HeadFieldProps {
  readonly label: string;
  readonly required?: boolean;
  readonly error?: string | undefined;
  readonly children: ReactNode;
}

/** A head field: label above, refusal below. */
export const HeadField = ({ label, required = false, error, children }: HeadFieldProps) => (
  <div className={error === undefined ? 'head-field' : 'head-field wrong'}>
    <span className={required ? 'head-label required' : 'head-label'}>{label}</span>
    {children}
    {error !== undefined && (
      <small role="alert" className="head-error">
        {error}
      </small>
    )}
  </div>
);
