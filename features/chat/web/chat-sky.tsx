/** The decorative picture at the top of the chat's panel. */
export function ChatSky() {
  return (
    <svg viewBox="0 0 336 104" preserveAspectRatio="xMaxYMax slice" aria-hidden="true" className="chat-sky">
      <circle fill="none" stroke="var(--ring)" opacity="0.35" cx="216" cy="80" r="62" />
      <circle fill="none" stroke="var(--ring)" opacity="0.35" cx="216" cy="80" r="46" />
      <circle className="fill-marigold" cx="216" cy="80" r="30" />
      <path
        fill="var(--land)"
        d="M0 80v-9q14-10 26-2q8-12 22-7q13-8 22 4q12-7 20 3h34q8-9 18-1q9-8 17 2h30q30-3 60 4q10-12 23-5q11-11 23-1q11-7 20 2q10-6 21 0v10Z"
      />
      <path fill="var(--water)" d="M0 80h336v24H0Z" />
      <path
        fill="none"
        stroke="var(--path)"
        strokeWidth="2"
        strokeLinecap="round"
        d="M190 84h52M198 89h40M192 94h42M202 99h36"
      />
      <path fill="var(--land)" d="M92 90q22 5 48-1q-4 8-18 9q-22 1-30-8Z" />
    </svg>
  );
}
