// The components that only signed-in users see, in Mantine's order. A component of a single screen imports its own.
import '@mantine/core/styles/Skeleton.css'
