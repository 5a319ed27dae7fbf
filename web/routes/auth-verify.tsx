export default function Page() {
  return <h1>auth-verify</h1>;
}
