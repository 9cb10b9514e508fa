/** The logo: an S with its full stop, as on a class register. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8" fill="#12404a" />
      <path
        d="M9 22.500c2.200 1.400 4.400 2 6.800 2 4.300 0 7.200-2.200 7.200-5.600 0-7-10.600-3.900-10.600-8.100 0-1.500 1.300-2.500 3.500-2.500 1.900 0 3.700.500 5.400 1.600"
        fill="none"
        stroke="#f4f1e8"
        strokeWidth="2.600"
        strokeLinecap="round"
      />
      <circle cx="24.500" cy="8" r="2.300" fill="#e0a33e" />
    </svg>
  );
}
