import "../sweeps/second-half";
import "./spec-endpoints.test";
